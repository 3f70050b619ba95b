// Everything that a helper gives away before it reads what somebody else wrote: user, capabilities, files, calls, limits.
import Glibc
package import Linux
package import SystemPackage

/// The little that a helper keeps. It is for a process of one thread, and for good.
package struct HelperRights {
  /// The user that it becomes, where the process may.
  package struct Owner: Equatable {
    package let user: UInt32
    package let group: UInt32
    package let groups: [UInt32]

    package init(user: UInt32, group: UInt32, groups: [UInt32] = []) {
      self.user = user
      self.group = group
      self.groups = groups
    }
  }

  /// Why the helper must not go on: it still has this.
  package struct Problem: Error, CustomStringConvertible {
    package let right: String
    package let errno: Errno

    package var description: String { "unable to give up its \(right): \(errno)" }
  }

  /// Nil: it stays who it is.
  package var owner: Owner?
  /// Files, and folders with all that is in them. All others are closed to it, and all are closed to writing.
  package var readable: [String]
  package var limits: [Sys.Limit: UInt64]
  /// The system calls that are left to it (syscalls(2)).
  package var calls: [CInt]
  package var endsWithParent: Bool
  /// Whether it may begin threads, as libraries do that look up names; processes it may not.
  package var mayHaveThreads: Bool

  package init(
    owner: Owner?, readable: [String], limits: [Sys.Limit: UInt64], calls: [CInt], endsWithParent: Bool = false,
    mayHaveThreads: Bool = false
  ) {
    self.owner = owner
    self.readable = readable
    self.limits = limits
    self.calls = calls
    self.endsWithParent = endsWithParent
    self.mayHaveThreads = mayHaveThreads
  }

  /// - Throws: ``Problem``. A kernel without Landlock or seccomp is none: the other walls stand.
  package func keepOnly() throws(Problem) {
    // The daemon and the user's session bus serve no other user. The resolver asks services such as Avahi by theirs
    // (nsswitch.conf(5)), which a broker `NAME.local` needs.
    let hasOwnUser = owner != nil && geteuid() == 0
    try giveUp("way to new privileges") { () throws(Errno) in try Sys.allowNoNewPrivileges() }
    try giveUp("user and capabilities") { () throws(Errno) in try become() }
    try giveUp("openness to tracers") { () throws(Errno) in try Sys.closeToTracers() }
    for (limit, value) in limits {
      try giveUp("limit of \(limit)") { () throws(Errno) in try Sys.limit(limit, to: value) }
    }
    // A change of user has undone what was set before it (prctl(2)).
    if endsWithParent { try giveUp("life without its parent") { () throws(Errno) in try Sys.endWithParent() } }
    try giveUp("files") { () throws(Errno) in try closeFiles() }
    try giveUp("system calls") { () throws(Errno) in
      do throws(Errno) {
        try Sys.allowOnly(calls, withThreads: mayHaveThreads, withUnixSockets: hasOwnUser)
      } catch .noFunction {
        return
      }
    }
  }

  private func giveUp(_ right: String, _ body: () throws(Errno) -> Void) throws(Problem) {
    do { try body() } catch { throw Problem(right: right, errno: error) }
  }

  private func become() throws(Errno) {
    do throws(Errno) {
      try Sys.dropBoundingCapabilities()
    } catch .notPermitted {
      // Without CAP_SETPCAP; what is in the set cannot be had any more either (prctl(2), PR_SET_NO_NEW_PRIVS).
    }
    if let owner, geteuid() == 0 {
      try Sys.become(user: owner.user, group: owner.group, groups: owner.groups)
    }
    try Sys.dropCapabilities()
  }

  // MARK: Files (landlock(7))

  private func closeFiles() throws(Errno) {
    let version: Int
    do throws(Errno) {
      version = try Sys.landlockVersion()
    } catch let error where error == .noFunction || error == .notSupported {
      return
    }
    let rights = LandlockRights(version: version)
    let ruleset = try Sys.makeRuleset(rights.files, scopes: rights.scopes)
    defer { try? Sys.close(ruleset) }
    for path in readable { try open(path, in: ruleset) }
    try Sys.restrictSelf(to: ruleset)
  }

  private func open(_ path: String, in ruleset: CInt) throws(Errno) {
    // A place that is not there, or closed to this user already, needs no rule.
    guard let place = try? Sys.openPlace(path, followingLinks: true) else { return }
    defer { try? Sys.close(place) }
    let isFolder = try FileStatus(of: place).kind == .folder
    try Sys.allow(LandlockRights.readFile | (isFolder ? LandlockRights.readFolder : 0), to: place, in: ruleset)
  }
}
