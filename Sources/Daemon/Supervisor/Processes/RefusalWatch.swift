// Tells which app was refused what for want of an entitlement, as the kernel's audit log has it.
import Bundles
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import Processes
import SystemPackage
import Systemd

/// Without the right to read that log, as a user's daemon is, it knows of none.
final class RefusalWatch {
  private let runtime: Runtime
  private let processes: LiveProcesses
  private let descriptor: CInt?
  private var source: IOSource?
  private var rest: TimerSource?
  /// The entitlements that the latest life of each app has missed, by their keys.
  private var missed: [AppID: (life: ProcessSerial, entitlements: [String: MissingEntitlement])] = [:]
  /// The apps' domains that have refused something, and refusals whose domain is still to be told.
  private var domains: [UInt64: ProcessSerial] = [:]
  private var unclaimed: [AuditRecord] = []
  private var bundle: (AppID) -> AppBundle? = { _ in nil }
  private var user: (AppID) -> uid_t? = { _ in nil }
  private var report: (AppID, String) -> Void = { _, _ in }

  init(_ runtime: Runtime, _ processes: LiveProcesses) {
    self.runtime = runtime
    self.processes = processes
    descriptor = try? Sys.listenToAudit()
  }

  isolated deinit {
    source?.close()
    if let descriptor { try? Sys.close(descriptor) }
  }

  /// Whether it hears of refusals, so that the kernel should log them.
  var isListening: Bool { source != nil }

  /// - Parameters:
  ///   - user: that an app has for itself; nil where others have it as well.
  ///   - report: is told of each entitlement once in the life of an app.
  func begin(
    bundle: @escaping (AppID) -> AppBundle?, user: @escaping (AppID) -> uid_t?,
    report: @escaping (AppID, String) -> Void
  ) {
    (self.bundle, self.user, self.report) = (bundle, user, report)
    guard let descriptor else { return }
    rest = try? runtime.loop.timer(priority: .idle) { [unowned self] in try? source?.enable() }
    guard rest != nil else { return }
    source = try? runtime.loop.watch(descriptor, for: .readable, priority: .idle) { [unowned self] _ in
      read(descriptor)
    }
  }

  /// Of the app's latest life that was refused something, in the order of their keys.
  func refusals(of app: AppID) -> [MissingEntitlement] {
    missed[app]?.entitlements.sorted { $0.key < $1.key }.map(\.value) ?? []
  }

  // MARK: Records

  /// So many at once, or fewer where it takes many looks to tell whose they are, and then none for a second: an app that is refused
  /// something without end costs the daemon no more than that, and the rest is lost (netlink(7)).
  private static let mostAtOnce = 64
  private static let pause: UInt64 = 1_000_000_000

  private func read(_ descriptor: CInt) {
    // A record has a path of PATH_MAX at most, perhaps in hexadecimal.
    var buffer = [UInt8](repeating: 0, count: 12 << 10)
    var ancestry = Ancestry(kernel: runtime.kernel)
    for _ in 0..<Self.mostAtOnce where !ancestry.hasLookedEnough {
      do {
        let (count, isKernels) = try Sys.receiveEvent(descriptor, into: &buffer)
        if isKernels, let record = AuditRecord(message: Array(buffer.prefix(count))) { take(record, &ancestry) }
      } catch .noBufferSpace {
        continue
      } catch {
        return
      }
    }
    source?.disable()
    rest?.rearm(at: monotonicNow() + Self.pause)
  }

  private func take(_ record: AuditRecord, _ ancestry: inout Ancestry) {
    switch record {
    case .systemCall(let call, let pid, let user):
      guard let process = process(of: pid, user, &ancestry), let bundle = bundle(process.app) else { return }
      if let missing = MissingEntitlement(call, bundle.entitlements) { note(missing, process, bundle) }
    case .access(let domain, let blockers, let path, let port):
      guard let serial = domains[domain] else {
        // Its domain's record comes next; that of a process which is no app's never.
        if unclaimed.count == Self.mostUnclaimed { unclaimed.removeFirst() }
        return unclaimed.append(record)
      }
      guard let process = processes[serial], let bundle = bundle(process.app) else { return }
      let missing = MissingEntitlement(
        blockers: blockers, path: path, port: port, bundle.entitlements, nodes: runtime.configuration.sharedNodes,
        own: [bundle.path, runtime.configuration.stateDirectory, runtime.configuration.runtimeDirectory])
      if let missing { note(missing, process, bundle) }
    case .domain(let domain, let pid):
      let waiting = unclaimed.filter { $0.domain == domain }
      unclaimed.removeAll { $0.domain == domain }
      guard let process = process(of: pid, nil, &ancestry) else { return }
      if domains.count == Self.mostDomains { domains = domains.filter { processes[$0.value] != nil } }
      if domains.count < Self.mostDomains { domains[domain] = process.serial }
      for record in waiting { take(record, &ancestry) }
    case .domainEnded(let domain): domains[domain] = nil
    }
  }

  /// An app may make domains of its own without end.
  private static let mostDomains = 4096
  private static let mostUnclaimed = 64

  private func note(_ missing: MissingEntitlement, _ process: LiveProcess, _ bundle: AppBundle) {
    let app = process.app
    if missed[app]?.life != process.serial { missed[app] = (process.serial, [:]) }
    guard missed[app]?.entitlements[missing.key] == nil else { return }
    missed[app]?.entitlements[missing.key] = missing
    report(app, "\(app) \(missing.sentence(isEntry: bundle.isDesktopEntry))")
  }

  /// The app's process that `pid` is or is below; of one that has ended meanwhile the one whose user is the app's alone.
  private func process(of pid: pid_t, _ owner: uid_t?, _ ancestry: inout Ancestry) -> LiveProcess? {
    if let root = ancestry.first(from: pid, where: { processes[pid: $0] != nil }) { return processes[pid: root] }
    guard let owner else { return nil }
    return processes.all.first { user($0.app) == owner }
  }
}

extension AuditRecord {
  /// That of a refusal by Landlock.
  fileprivate var domain: UInt64? {
    switch self {
    case .access(let domain, _, _, _): domain
    case .systemCall, .domain, .domainEnded: nil
    }
  }
}
