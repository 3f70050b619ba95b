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
    for rule in sandbox.rules { try ruleset.allow(rule, rights, sandbox, refused) }
    return ruleset
  }

  private init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { try? Sys.close(descriptor) }

  private func allow(
    _ rule: Sandbox.Rule, _ rights: Rights, _ sandbox: Sandbox, _ refused: (String) -> Void
  ) throws(Errno) {
    let file: CInt
    do {
      // A link may have been planted by an app that may write there.
      file = try Sys.openPlace(rule.path, followingLinks: !rule.isAskedFor)
    } catch {
      if error == .tooManySymbolicLinkLevels, rule.isAskedFor { refused(LinkOnTheWay.sentence(rule.path)) }
      let isUnreachable = [.noSuchFileOrDirectory, .notDirectory, .permissionDenied, .tooManySymbolicLinkLevels]
        .contains(error)
      if isUnreachable { return }
      throw error
    }
    defer { try? Sys.close(file) }
    // The real place of the file, whatever links led there.
    if rule.isAskedFor, !sandbox.agrees(to: rule, at: realPath("/proc/self/fd/\(file)") ?? "/") { return }
    let isFolder = try FileStatus(of: file).kind == .folder
    try Sys.allow(rights.of(rule.access, isFolder: isFolder), to: file, in: descriptor)
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
