// The user that each app runs as, settled before its launch: its id is on disk, and its container is its own (LA7).
import Bundles
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Logging
import Settings
import Synchronization
import SystemPackage
import Systemd

/// Asks the disk and nsswitch.conf(5) on other threads, once for each app as long as the setting stays; from then on a
/// launch waits for neither. A container that takes long to hand over keeps no other app waiting.
final class AppUsers {
  /// What `roostd.toml` says of them.
  private struct Setting: Equatable {
    let user: AppUserSetting
    let range: UserRange
  }

  /// As which user an app runs; nil: as the daemon's.
  struct Settled {
    let user: AppUser?
  }

  private let runtime: Runtime
  private let starter: ThreadStarter
  /// A queue for each piece of work: one whose disk does not answer keeps no other waiting.
  private var thread: WorkQueue { WorkQueue(on: starter) }
  private let desk: UserDesk
  private var settled: [AppID: Settled] = [:]
  /// The launches that wait, by app: one that was given up may still be handing over what the next one needs.
  private var waiting: [AppID: [Answer]] = [:]
  /// What `settled` was settled for.
  private var setting: Setting

  init(_ runtime: Runtime, starter: ThreadStarter = .shared) {
    self.runtime = runtime
    self.starter = starter
    desk = UserDesk(runtime.configuration)
    setting = Self.setting(runtime.configuration)
    warn()
  }

  private static func setting(_ configuration: Configuration) -> Setting {
    Setting(user: configuration.appUser, range: configuration.appUserRange)
  }

  /// Nil: it has to be settled first. An app of a daemon that is not root runs as the daemon's user, and needs nothing.
  func settled(_ app: AppID) -> Settled? {
    if geteuid() != 0, setting.user == .own { return Settled(user: nil) }
    return settled[app]
  }

  typealias Answer = @MainActor @Sendable ((any Error)?) -> Void

  /// `then` is told why the app cannot be launched, if so.
  func settle(_ app: AppID, then: @escaping Answer) {
    waiting[app, default: []].append(then)
    if waiting[app]?.count == 1 { begin(app) }
  }

  private func begin(_ app: AppID) {
    let setting = setting
    let told = AnswerOnLoop { [weak self] (result: Result<UserDesk.Done, any Error>) in
      self?.took(result, of: app, by: setting)
    }
    let deliver = runtime.deliver
    starter.start { [desk] in
      told.tell(Result { try desk.settle(app, setting.user, setting.range) }, by: deliver)
    } refused: { [desk] in
      told.tell(.failure(UnlookedContainer(path: desk.container(of: app))), by: deliver)
    }
  }

  private func took(_ result: Result<UserDesk.Done, any Error>, of app: AppID, by setting: Setting) {
    switch result {
    case .failure(let error): answer(app, error)
    case .success(let done):
      if let outcome = done.handedOver { log(outcome, app, to: done.user) }
      if let problem = done.recordsProblem { log(problem) }
      // Another one is in force meanwhile.
      guard setting == self.setting else { return begin(app) }
      settled[app] = Settled(user: done.user == .root ? nil : done.user)
      answer(app, nil)
    }
  }

  /// Has its user settled anew at the next launch: a container that could not be made whole may be the daemon's in part.
  func forget(_ app: AppID) { settled[app] = nil }

  private func answer(_ app: AppID, _ error: (any Error)?) {
    for then in waiting.removeValue(forKey: app) ?? [] { then(error) }
  }

  /// The id that the app runs as; nil where it has none of its own yet, or there is no user of the name.
  func known(_ app: AppID, then: @escaping @MainActor @Sendable (uid_t?) -> Void) {
    if let settled = settled(app) { return then(settled.user?.user ?? geteuid()) }
    let setting = setting, told = AnswerOnLoop(then)
    thread.async { [desk, deliver = runtime.deliver] in
      told.tell(desk.known(app, setting.user, setting.range), by: deliver)
    }
  }

  /// Another configuration is in force.
  func look(in configuration: Configuration) {
    let new = Self.setting(configuration)
    guard new != setting else { return }
    setting = new
    settled = [:]
    warn()
  }

  /// Writes the names of the ids that apps have, which do not outlive the machine's restart.
  func writeRecords() {
    guard geteuid() == 0 else { return }
    let range = setting.range
    let told = AnswerOnLoop { [weak self] (problem: Errno?) in if let problem { self?.log(problem) } }
    thread.async { [desk, deliver = runtime.deliver] in told.tell(desk.writeRecords(range), by: deliver) }
  }

  // MARK: Words

  /// The name of the user that a process of `app` runs as, perhaps since an earlier daemon; its id where it is none of
  /// the apps'. Asks nobody.
  func name(of user: uid_t, running app: AppID) -> String {
    if user == 0 { return "root" }
    if let settled = settled[app]?.user, settled.user == user { return settled.name }
    return setting.range.ids.contains(user) ? AppIdentities.name(of: app, user) : "\(user)"
  }

  /// Said at the start, and when a setting changes: not at each launch.
  private func warn() {
    guard geteuid() == 0 else { return }
    switch setting.user {
    case .root: runtime.log.warning("\(Self.rootWarning)")
    case .own where !IDMap.isMapped(setting.range.ids):
      runtime.log.error("unable to launch apps: \(AppUser.Problem.notMapped("\(setting.range)"))")
    case .own, .shared:
      let missing = NeededCapability.missing
      if !missing.isEmpty { runtime.log.warning("\(Self.incapable(missing))") }
    }
  }

  /// As in a container that was started with the usual capabilities of Docker.
  private static func incapable(_ missing: [NeededCapability]) -> String {
    "roostd has no \(missing.map(\.name).joined(separator: ", ")), which it needs for apps with users of their own: to start "
      + "and end them, to see their locks, devices and backtraces, and to take them over after a restart; give it the "
      + "capabilities, or set user = \"root\" in [apps] of roostd.toml"
  }

  private static let rootWarning =
    "apps run as root ([apps] user of roostd.toml): the sandbox alone keeps an app from every file of the machine, and from "
    + "commanding this device; remove the line to give each app a user of its own"

  private func log(_ outcome: HandOver.Outcome, _ app: AppID, to user: AppUser) {
    runtime.log.notice(
      "\(app) runs as \(user.name) now: \(outcome.taken) files of its container were given from user \(outcome.from) to it",
      metadata: Logger.Metadata(app: app))
    if outcome.left > 0 {
      runtime.log.warning(
        """
        \(outcome.left) files in the container of \(app) stay user \(outcome.from)'s: device nodes, files that cannot be \
        changed, and files with links from elsewhere; look through them with `find -user \(outcome.from)`
        """, metadata: Logger.Metadata(app: app))
    }
  }

  private func log(_ problem: Errno) {
    runtime.log.warning(
      "unable to write the names of the apps' users to \(UserRecords.systemFolder): \(problem); ps(1) and ls(1) show ids"
    )
  }
}

/// The part of the work that threads do. One of them may be the last to let go of it (``AnswerOnLoop``).
private nonisolated final class UserDesk: Sendable {
  struct Done: Sendable {
    let user: AppUser
    let handedOver: HandOver.Outcome?
    let recordsProblem: Errno?
  }

  /// Not locked while a container is handed over.
  private let keeper: Mutex<IdentityKeeper>
  private let stateDirectory: String

  init(_ configuration: Configuration) {
    keeper = Mutex(IdentityKeeper(configuration))
    stateDirectory = configuration.stateDirectory
  }

  func settle(_ app: AppID, _ setting: AppUserSetting, _ range: UserRange) throws -> Done {
    let (user, problem) = try keeper.withLock { try $0.user(of: app, setting, range) }
    let outcome = try Container.settle(for: app.string, in: stateDirectory, owner: user)
    return Done(user: user, handedOver: outcome, recordsProblem: problem)
  }

  func container(of app: AppID) -> String { Container.path(of: app.string, in: stateDirectory) }

  /// Gives no id away.
  func known(_ app: AppID, _ setting: AppUserSetting, _ range: UserRange) -> uid_t? {
    keeper.withLock { $0.known(app, setting, range) }
  }

  /// - Returns: why not.
  func writeRecords(_ range: UserRange) -> Errno? { keeper.withLock { $0.writeRecords(range) } }
}

/// Knows which app has which id.
private nonisolated struct IdentityKeeper {
  private let file: IdentityFile
  /// Nil where the daemon is not the machine's own.
  private let records: UserRecords?
  /// As on disk; nil before it is read.
  private var identities: AppIdentities?

  init(_ configuration: Configuration) {
    file = IdentityFile(stateDirectory: configuration.stateDirectory)
    records = configuration.isMachines ? UserRecords(stateDirectory: configuration.stateDirectory) : nil
  }

  /// With what kept its name from being written.
  mutating func user(of app: AppID, _ setting: AppUserSetting, _ range: UserRange) throws -> (AppUser, Errno?) {
    switch setting {
    case .shared(let name): return (try AppUser(named: name), nil)
    case .root:
      guard geteuid() == 0 else { throw AppUser.Problem.notRoot("root") }
      return (.root, nil)
    case .own:
      let id = try id(of: app, range)
      var problem: Errno?
      do throws(Errno) { try records?.write([app: id]) } catch { problem = error }
      return (AppUser(own: AppIdentities.name(of: app, id), id: id), problem)
    }
  }

  /// Gives none away.
  mutating func known(_ app: AppID, _ setting: AppUserSetting, _ range: UserRange) -> uid_t? {
    switch setting {
    case .shared(let name): (try? AppUser(named: name))?.user
    case .root: 0
    case .own: (try? read(range))?.ids[app]
    }
  }

  /// On disk when this returns.
  private mutating func id(of app: AppID, _ range: UserRange) throws -> UInt32 {
    let before = try read(range)
    if let id = before.ids[app] {
      guard IDMap.isMapped(id...id) else { throw AppUser.Problem.notMapped("\(id)-\(id)") }
      return id
    }
    guard IDMap.isMapped(range.ids) else { throw AppUser.Problem.notMapped("\(range)") }
    var after = before
    guard let id = after.id(of: app, from: range.ids, unless: AppUser.isKnown) else {
      throw AppUser.Problem.noneLeft("\(range)")
    }
    try file.write(after)
    identities = after
    return id
  }

  private mutating func read(_ range: UserRange) throws -> AppIdentities {
    if let identities { return identities }
    let read = try file.read(range)
    identities = read
    return read
  }

  mutating func writeRecords(_ range: UserRange) -> Errno? {
    guard let records, let identities = try? read(range) else { return nil }
    do throws(Errno) {
      try records.write(identities.ids)
      return nil
    } catch {
      return error
    }
  }
}
