// A sandbox as the kernel takes it: a ruleset of Landlock (landlock(7)).
import Linux
package import SystemPackage

/// An open ruleset; closed with the value. The process that is held to it keeps it.
package nonisolated struct LandlockRuleset: ~Copyable {
  package let descriptor: CInt

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
    let rights = Rights(version: try Self.version())
    let ruleset = LandlockRuleset(descriptor: try Sys.makeRuleset(rights.known.files, scopes: rights.known.scopes))
    for (rule, place) in sandbox.places.open(sandbox.system) {
      try ruleset.allow(rule, place, rights, sandbox, refused)
    }
    for rule in sandbox.rules {
      try ruleset.allow(rule, Result { () throws(OpenPlace.Problem) in try OpenPlace(rule) }, rights, sandbox, refused)
    }
    for (rule, place) in sandbox.far { try ruleset.allow(rule, place, rights, sandbox, refused) }
    return ruleset
  }

  private init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { try? Sys.close(descriptor) }

  private func allow(
    _ rule: Sandbox.Rule, _ place: Result<OpenPlace, OpenPlace.Problem>, _ rights: Rights, _ sandbox: Sandbox,
    _ refused: (String) -> Void
  ) throws(Errno) {
    switch place {
    case .success(let place):
      guard sandbox.agrees(to: rule, at: place.path) else { return }
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
