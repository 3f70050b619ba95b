// The folder that reports are kept in: names, bounds, and a disk that does not do its part.
import Foundation
import Glibc
import Reports
import TestFolders
import Testing

@testable import Linux
@testable import Reporting
@testable import Settings
@testable import Systemd

@MainActor @Suite(.timeLimit(.minutes(40))) struct ReportsFolderTests {
  let folder: TestFolder
  let notes = Notes()

  init() throws { folder = try TestFolder() }

  private func store(
    keep: Int = 100, age: Duration = .seconds(86_400), now: @escaping @Sendable () -> Int64 = { calendarNow() }
  ) -> ReportStore {
    ReportStore(directory: folder.path, bounds: .init(keep: keep, age: age), now: now, deliver: deliver) {
      [notes] in notes.texts.append($0)
    }
  }

  private func write(_ name: String, to store: ReportStore) async -> String? {
    await withCheckedContinuation { done in
      store.write(at: ReportsSample.time) {
        done.resume(returning: $0)
      } _: {
        ReportsSample.report(name)
      }
    }
  }

  private func list(_ store: ReportStore) async -> [ReportEntry] {
    await withCheckedContinuation { done in store.list { done.resume(returning: $0) } }
  }

  private func read(_ name: String, _ store: ReportStore) async -> Result<[UInt8], ReportError> {
    await withCheckedContinuation { done in store.read(name) { done.resume(returning: $0) } }
  }

  @Test("TE4 a report is a file of the app's name and the moment, whole, and readable for the daemon's user alone")
  func names() async throws {
    let store = store()
    #expect(await write("notes", to: store) == "notes-2026-11-21-103012.ips")
    #expect(await write("notes", to: store) == "notes-2026-11-21-103012.000.ips")
    #expect(await write("notes", to: store) == "notes-2026-11-21-103012.001.ips")
    #expect(await write("clock", to: store) == "clock-2026-11-21-103012.ips")
    let event = await withCheckedContinuation { done in
      store.write(ReportsSample.event, at: ReportsSample.time) { done.resume(returning: $0) }
    }
    #expect(event == "JetsamEvent-2026-11-21-103012.ips")
    let file = folder.path + "/reports/notes-2026-11-21-103012.001.ips"
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try IPSReport(file: Data(contentsOf: URL(filePath: file))) == ReportsSample.report("notes"))
    #expect(try await read("clock-2026-11-21-103012.ips", store).get() == ReportsSample.report("clock").file())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/reports").count == 5)
    #expect(notes.texts.isEmpty)
  }

  @Test(
    "TE4 whatever an app calls itself, its report is a plain file in the folder",
    arguments: [
      "", "..", "../../etc/passwd", ".hidden", "-rf", "a\u{0}b", "日本語", "a b", String(repeating: "x", count: 5000),
    ])
  func oddNames(_ name: String) async throws {
    let store = store()
    let file = try #require(await write(name, to: store))
    #expect(file.hasSuffix("-2026-11-21-103012.ips"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["reports"])
    #expect(await list(store).map(\.name) == [file])
    #expect(try await IPSReport(file: read(file, store).get()).body.procName == name)
  }

  @Test("TE4 the folder keeps so many reports and none that is too old, and touches no file that is no report")
  func bounds() async throws {
    var store = store(keep: 3)
    try folder.write("reports/README", "mine")
    for number in 1...6 { #expect(await write("app\(number)", to: store) != nil) }
    var names = await list(store).map(\.name)
    #expect(names == [6, 5, 4].map { "app\($0)-2026-11-21-103012.ips" })
    // A day later all of them are a day old, but for the one that is written then.
    store = self.store(now: { calendarNow() + 2 * 86_400_000_000_000 })
    let file = folder.path + "/reports/" + names[1]
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 2 * 86_400)], ofItemAtPath: file)
    #expect(await write("late", to: store) != nil)
    names = await list(store).map(\.name)
    #expect(names == ["app5-2026-11-21-103012.ips"])
    #expect(folder.exists("reports/README"))
  }

  @Test("TE4 an app that crashes again and again pushes its own reports out, and nobody else's, whatever it is called")
  func fair() async throws {
    let store = store(keep: 10)
    for _ in 1...2 { _ = await write("quiet", to: store) }
    for _ in 1...60 { _ = await write("loud", to: store) }
    for _ in 1...30 { _ = await write("shrill", to: self.store(keep: 10)) }
    let counts = Dictionary(grouping: await list(store)) { $0.header?.bundleID ?? "" }.mapValues(\.count)
    #expect(counts["com.example.quiet"] == 2 && counts.values.reduce(0, +) <= 10, "\(counts)")
    #expect(counts["com.example.loud", default: 0] >= 3 && counts["com.example.shrill", default: 0] >= 3, "\(counts)")
  }

  @Test("TE4 reports are listed newest first, with what their first lines say; a damaged one is listed without")
  func listing() async throws {
    #expect(await list(store()).isEmpty)
    let store = store()
    _ = await write("notes", to: store)
    try folder.write("reports/broken.ips", "{\n")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: folder.path + "/reports/broken.ips")
    mkfifo(folder.path + "/reports/pipe.ips", 0o600)
    let entries = await list(store)
    #expect(entries.map(\.name) == ["notes-2026-11-21-103012.ips", "broken.ips"])
    #expect(entries.map(\.header?.bundleID) == ["com.example.notes", nil])
    #expect(abs(entries[0].time - calendarNow()) < 43_200_000_000_000)
  }

  @Test(
    "TE4 only reports can be read, by their names",
    arguments: ["", "..", "../exits.sqlite", "/etc/passwd", ".new", "absent.ips", "a/b.ips", "x\u{0}.ips"])
  func refused(_ name: String) async throws {
    let store = store()
    _ = await write("notes", to: store)
    #expect(await read(name, store) == .failure(.unknown(name)))
  }

  @Test("TE4 a state directory that cannot hold reports costs the report, and is noted with path and reason")
  func unusable() async throws {
    try folder.write("reports", "a file")
    #expect(await write("notes", to: store()) == nil)
    #expect(
      notes.texts == [
        "unable to keep reports in \(folder.path)/reports: Not a directory; check that the state directory is writable "
          + "and has space"
      ])
  }

  @Test("TE4 a folder that is read-only costs the report and nothing else, until it is writable again")
  func readOnly() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      chmod(folder.path, 0o755)
      let reports = ReportFolder(folder.path + "/reports", bounds: .init(keep: 10, age: .seconds(60))) { calendarNow() }
      mkdir(reports.path, 0o500)
      chown(reports.path, 65534, 65534)
      // The superuser writes everywhere; nobody (65534) does not.
      if getuid() == 0 { seteuid(65534) }
      #expect(throws: ReportError.storage(path: reports.path, why: "Permission denied")) {
        try reports.write([1], ReportName("notes", at: ReportsSample.time))
      }
      chmod(reports.path, 0o700)
      #expect(try reports.write([1], ReportName("notes", at: ReportsSample.time)) == "notes-2026-11-21-103012.ips")
      if getuid() == 0 { seteuid(0) }
    }
  }

  @Test("TE4 a disk that fills up while a report is written leaves no half report behind")
  func full() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let reports = ReportFolder(folder.path + "/reports", bounds: .init(keep: 10, age: .seconds(60))) { calendarNow() }
      // As a full disk: the write stops halfway (setrlimit(2), RLIMIT_FSIZE).
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: ReportError.storage(path: reports.path, why: "File too large")) {
        try reports.write([UInt8](repeating: 1, count: 5000), ReportName("notes", at: ReportsSample.time))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: reports.path).isEmpty)
      #expect(try reports.write([1], ReportName("notes", at: ReportsSample.time)) == "notes-2026-11-21-103012.ips")
    }
  }

  @Test("The thread of the reports holds nobody who has been told")
  func letsGo() {
    let held = HeldDelivery()
    let store = ReportStore(
      directory: folder.path, bounds: .init(keep: 100, age: .seconds(86_400)), deliver: held.deliver, note: { _ in })
    let letGo = [
      held.letsGo { told in store.write(ReportsSample.event, at: ReportsSample.time) { _ in told() } },
      held.letsGo { told in store.list { _ in told() } },
      held.letsGo { told in store.read("none") { _ in told() } },
      held.letsGo { told in store.find([]) { _ in told() } },
    ]
    #expect(letGo == [true, true, true, true])
  }
}
