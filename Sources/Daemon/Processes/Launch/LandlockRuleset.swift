// A sandbox as the kernel takes it: a ruleset of Landlock (landlock(7)).
import Bundles
import Linux
package import SystemPackage

/// An open ruleset; closed with the value. The process that is held to it keeps it.
package nonisolated struct LandlockRuleset: ~Copyable {
  package let descriptor: CInt
  /// Whether the kernel can log what it refuses (version 7).
  let canLog: Bool

  /// The version of the kernel's interface.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` where the kernel has no Landlock, or it is switched off.
  package static func version() throws(Errno) -> Int {
    try Sys.landlockVersion()
  }

  /// A path that is not there, or cannot be reached, is left out: it needs no rule.
  ///
  /// - Parameter refused: is told of each path that the bundle asks for and does not get because of a link.
  package static func make(
    _ sandbox: Sandbox, refused: (String) -> Void = { _ in }
  ) throws(Errno) -> LandlockRuleset {
    let version = try Self.version()
    let rights = Rights(version: version)
    let ports = rights.ports(closedTo: sandbox.network)
    let ruleset = LandlockRuleset(
      descriptor: try Sys.makeRuleset(rights.known.files, network: ports.closed, scopes: rights.known.scopes),
      canLog: version >= 7)
    if ports.chosenByKernel != 0 { try Sys.allow(ports.chosenByKernel, onPort: 0, in: ruleset.descriptor) }
    for (rule, place) in sandbox.places.open(sandbox.system) {
      try ruleset.allow(rule, place, rights, sandbox, refused)
    }
    for rule in sandbox.rules {
      try ruleset.allow(rule, Result { () throws(OpenPlace.Problem) in try OpenPlace(rule) }, rights, sandbox, refused)
    }
    for (rule, place) in sandbox.far { try ruleset.allow(rule, place, rights, sandbox, refused) }
    return ruleset
  }

  private init(descriptor: CInt, canLog: Bool) {
    self.descriptor = descriptor
    self.canLog = canLog
  }

  deinit { try? Sys.close(descriptor) }

  private func allow(
    _ rule: Sandbox.Rule, _ place: Result<OpenPlace, OpenPlace.Problem>, _ rights: Rights, _ sandbox: Sandbox,
    _ refused: (String) -> Void
  ) throws(Errno) {
    switch place {
    case .success(let place):
      guard sandbox.agrees(to: rule, at: place) else { return }
      try Sys.allow(rights.of(rule.access, isFolder: place.isFolder), to: place.descriptor, in: descriptor)
    case .failure(let problem):
      if let link = problem.link { refused(link) }
      let isUnreachable = [.noSuchFileOrDirectory, .notDirectory, .permissionDenied, .tooManySymbolicLinkLevels]
        .contains(problem.errno)
      if !isUnreachable { throw problem.errno }
    }
  }

  /// The rights that the kernel knows, and which of them an app gets.
  struct Rights {
    private typealias Right = LandlockRights

    let known: LandlockRights

    init(version: Int) { known = LandlockRights(version: version) }

    /// The rights on all ports that are closed, and those of them that are open on a port that the kernel chooses. Such
    /// a port is a client's as well, of which it says nothing but from where it connects; and listen(2) without bind(2)
    /// gets one that Landlock is not asked about (Linux 6.18).
    func ports(closedTo network: Entitlements.Network) -> (closed: UInt64, chosenByKernel: UInt64) {
      guard known.knowsPorts else { return (0, 0) }
      return switch network {
      // It makes no socket; these are for one that somebody hands it.
      case .closed: (Right.bindTCP | Right.connectTCP, 0)
      case .client: (Right.bindTCP, Right.bindTCP)
      case .server: (0, 0)
      }
    }

    func of(_ access: Sandbox.Access, isFolder: Bool) -> UInt64 {
      let unwritten = Right.execute | Right.makeCharacterDevice | Right.makeBlockDevice | Right.controlDevice
      let wanted =
        switch access {
        case .run: Right.execute | Right.readFile | Right.readFolder
        case .read: Right.readFile | Right.readFolder
        case .use: Right.readFile | Right.readFolder | Right.writeFile | Right.truncate | Right.controlDevice
        case .write: known.files & ~unwritten
        }
      return wanted & known.files & (isFolder ? .max : Right.forFiles)
    }
  }
}
