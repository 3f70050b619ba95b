// The daemon is killed two hundred times at random moments, while twenty apps change state all the time.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ChaosTests {
  @Test("TE3 LA10: 200 kills of the daemon lose no app, no exit record, no acknowledged change and no callback")
  func chaos() throws {
    // ROOST_CHAOS_SEED plays the same wishes again; the moments of the kills are the machine's.
    let given = ProcessInfo.processInfo.environment["ROOST_CHAOS_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: 0 ... .max)
    print("ROOST_CHAOS_SEED=\(seed)")
    let chaos = try Chaos(seed: seed)
    for _ in 0..<200 { try chaos.wishUntilKilled() }
    try chaos.expectNothingLost()
  }
}

private final class Chaos {
  private let managed: SurvivingDaemon
  private let apps: [String]
  private var random: SplitMix
  /// The processes that a reply has named, by app.
  private var known: [String: Set<Int64>] = [:]
  /// The processes that a reply has called ended.
  private var ended: [String: Set<Int64>] = [:]

  init(seed: UInt64) throws {
    random = SplitMix(state: seed)
    let names = (0..<20).map { "chaos\($0)" }
    apps = names.map { "com.example.\($0)" }
    // Every event is noted with its number and its process.
    managed = try SurvivingDaemon(
      apps: try names.map { try PythonApp.make($0, on: Self.handlers, functions: Self.noteEvent) })
  }

  private static let noteEvent = "def seen(event): note(f\"{os.getpid()} {event['seq']} {event['event']}\")"
  private static let handlers = Dictionary(
    uniqueKeysWithValues: [
      "launch", "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive", "willTerminate",
      "snapshot", "input",
    ].map { ($0, "seen(event)") })

  // MARK: Wishes

  /// Somebody wants this and that until the daemon is killed under them.
  func wishUntilKilled() throws {
    let victim = try managed.pid
    let delay = UInt32(random.next(below: 40_000))
    let killer = Thread {
      usleep(delay)
      kill(victim, SIGKILL)
    }
    killer.start()
    while let client = try? ControlClient(socket: managed.daemon.socket), wish(client) {}
    let deadline = Date(timeIntervalSinceNow: 60)
    while true {
      if let pid = try? managed.pid, pid != victim { return }
      guard Date() < deadline else {
        throw TestingError.noEvent(
          waitedFor: "the daemon to serve again", seen: String(managed.daemon.log.suffix(3000)))
      }
      usleep(500)
    }
  }

  /// False when the daemon is gone.
  private func wish(_ client: ControlClient) -> Bool {
    let app = random.choice(of: apps)
    do {
      switch random.next(below: 12) {
      case 0: _ = try client.call(DeviceInterface.Home())
      case 1: end(app, try client.call(AppsInterface.Quit(id: app)).exit)
      case 2: end(app, try client.call(AppsInterface.Terminate(id: app)).exit)
      case 3: _ = try client.call(AppsInterface.SendInput(id: app, input: "{}"))
      default:
        if let pid = try client.call(AppsInterface.Launch(id: app)).pid { known[app, default: []].insert(pid) }
      }
      return true
    } catch .noAnswer {
      return false
    } catch {
      return true
    }
  }

  private func end(_ app: String, _ record: ExitRecord?) {
    if let pid = record?.pid { ended[app, default: []].insert(Int64(pid)) }
  }

  // MARK: At the end

  func expectNothingLost() throws {
    let client = try ControlClient(socket: managed.daemon.socket)
    // Refused when an app ends on its way out, of a machine that is too busy.
    _ = try? client.call(DeviceInterface.Home())
    // The last wish may still be on its way.
    try eventually("every app is what the kernel says it is") {
      try client.call(AppsInterface.List()).apps.allSatisfy { app in
        guard let pid = app.pid.map(Int32.init) else { return true }
        return KernelView.isAlive(pid) && KernelView.isStopped(pid) == (app.state == .suspended)
      }
    }
    let status = try client.call(AppsInterface.List()).apps
    let exits = try client.call(AppsInterface.ListExits(id: nil)).exits
    for app in apps {
      let records = exits.filter { $0.app == app }.compactMap(\.pid).map { Int64($0) }
      let running = status.first { $0.id == app }?.pid.map { Int64($0) }
      #expect(Set(records).count == records.count, "\(app) has two records of one process")
      for pid in known[app] ?? [] {
        #expect(pid == running || records.contains(pid), "\(app) \(pid) is gone without a record")
      }
      for pid in ended[app] ?? [] {
        #expect(records.contains(pid), "the end of \(app) \(pid) was told, and is forgotten")
      }
      try expectEveryEventOnce(of: app)
    }
    print("\(exits.count) exits, \(exits.filter { $0.reason == "unobserved" }.count) unobserved")
  }

  /// The events of each process are numbered from 1 on; an app without our library may drop what it has had already.
  private func expectEveryEventOnce(of app: String) throws {
    let path = "\(managed.daemon.stateDirectory)/containers/\(app)/notes"
    let lines = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
    for (process, lines) in Dictionary(grouping: lines, by: { String($0.prefix { $0 != " " }) }) {
      let numbers: [Int] = lines.compactMap { line in
        let fields = line.split(separator: " ").map(String.init)
        return fields.count > 1 ? Int(fields[1], radix: 10) : nil
      }
      #expect(numbers == Array(Set(numbers)).sorted(), "\(app) \(process): \(lines)")
    }
  }
}
