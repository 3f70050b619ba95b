// Word of how far a start has come, and putting a store aside, when the kernel refuses.
import FailingCalls
import Foundation
import Linux
import Settings
import SystemPackage
import TestFolders
import Testing

@testable import Stores
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct StartMarkerTests {
  @Test("A start that cannot leave word goes on, and the next is told of it or of nothing, whichever call fails")
  func marker() async throws {
    try await eachSystemCallFails(expecting: [.open, .write, .close, .rename, .fstat, .read, .access], telling: .errno)
    {
      StartMarker(runtimeDirectory: $0.path).begin(.facts)
      return $0
    } act: { folder in
      StartMarker(runtimeDirectory: folder.path).begin(.tasks)
    } check: { folder, _, outcome in
      let next = StartMarker(runtimeDirectory: folder.path)
      #expect(next.earlier.count <= 2, "\(outcome.failure)")
      next.end()
      let last = StartMarker(runtimeDirectory: folder.path)
      #expect(last.earlier == .none, "\(outcome.failure)")
      last.end()
    }
  }

  @Test("Each start that comes to nothing is counted, and the place where it ended")
  func counts() throws {
    let folder = try TestFolder()
    for number in 1...3 {
      let marker = StartMarker(runtimeDirectory: folder.path)
      #expect(marker.earlier.count == number - 1)
      for stage in [EarlierStarts.Stage.exits, .sessions, .facts] { marker.begin(stage) }
      // As one does that crashes.
      try folder.write("crashed", "")
    }
    let marker = StartMarker(runtimeDirectory: folder.path)
    #expect(!folder.exists("crashed"))
    let aside = try #require(marker.earlier.aside)
    let wanted = EarlierStarts(count: 3, stage: .facts, atStage: 3, crashes: 3, aside: aside)
    #expect(marker.earlier == wanted && aside.stage == .facts)
    #expect(
      marker.caution
        == "The last 3 starts of roostd came to nothing, the last while it took up settings; it connects to the broker of "
        + "pushes in 60 s; and takes back its settings")
    marker.end()
    let well = StartMarker(runtimeDirectory: folder.path)
    #expect(well.earlier == .none && well.caution == nil)
    well.end()
  }

  @Test("Starts that were killed, and left no mark of a crash, have all stores")
  func killed() throws {
    let folder = try TestFolder()
    for number in 0..<EarlierStarts.killsThatTell {
      let marker = StartMarker(runtimeDirectory: folder.path)
      #expect(marker.earlier.count == number && marker.earlier.crashes == 0 && marker.earlier.leftOut == nil)
      marker.begin(.exits)
    }
    let marker = StartMarker(runtimeDirectory: folder.path)
    #expect(marker.earlier.leftOut == .exits)
    marker.end()
  }

  @Test(
    "A store is taken back with its log in place of what was begun meanwhile, or is where it was, whichever call fails")
  func takeBack() async throws {
    let (path, aside) = ("tasks.sqlite", "tasks.sqlite.broken-7")
    try await eachSystemCallFails(expecting: [.access, .unlink, .rename], telling: .errno) { folder in
      for suffix in ["", "-wal"] {
        try folder.write(path + suffix, "new")
        try folder.write(aside + suffix, "old")
      }
      return folder
    } act: { folder in
      let isBack = try StateStore.takeBack(.tasks, in: folder.path, from: 7)
      // The kernel says in one run that there is no such file.
      #expect(isBack || folder.exists(aside))
    } check: { folder, _, outcome in
      // The kernel says of the log, in one run, that there is none.
      if outcome.failure.call == .rename, outcome.failure.errno == .noSuchFileOrDirectory { return }
      // One that was interrupted is done again by the next start that may.
      _ = try StateStore.takeBack(.tasks, in: folder.path, from: 7)
      for suffix in ["", "-wal"] {
        #expect(!folder.exists(aside + suffix), "\(outcome.failure)")
        let text = try String(contentsOfFile: "\(folder.path)/\(path)\(suffix)", encoding: .utf8)
        #expect(text == "old", "\(outcome.failure)")
      }
      let isBackAgain = try StateStore.takeBack(.tasks, in: folder.path, from: 7)
      let hasMoved = try StateStore.takeBack(.state, in: folder.path, from: 7)
      #expect(!isBackAgain && !hasMoved)
    }
  }

  @Test("A store is put aside with its log, or is where it was, whichever call fails")
  func putAside() async throws {
    try await eachSystemCallFails(expecting: [.rename], telling: .errno) { folder in
      for suffix in ["", "-wal"] { try folder.write("tasks.sqlite" + suffix, "tasks" + suffix) }
      return folder
    } act: { folder in
      let aside = try StateStore.putAside(.tasks, in: folder.path, now: 7)
      // The kernel says in one run that there is no such file.
      #expect(aside == nil || aside == folder.path + "/tasks.sqlite.broken-7")
    } check: { folder, _, outcome in
      #expect(folder.exists("tasks.sqlite") != folder.exists("tasks.sqlite.broken-7"), "\(outcome.failure)")
      #expect(folder.exists("tasks.sqlite-wal") != folder.exists("tasks.sqlite.broken-7-wal"), "\(outcome.failure)")
      for stage in EarlierStarts.Stage.allCases where stage != .tasks {
        let aside = try StateStore.putAside(stage, in: folder.path, now: 8)
        #expect(aside == nil)
      }
    }
  }

  @Test("A store is whole, and its log with it, after the next start when one is killed that takes it back")
  func killedTakingBack() async throws {
    let (path, aside) = ("tasks.sqlite", "tasks.sqlite.broken-7")
    for (call, number) in Self.steps {
      for old in [["", "-wal"], [""]] {
        let folder = try TestFolder()
        for suffix in ["", "-wal"] { try folder.write(path + suffix, "new") }
        for suffix in old { try folder.write(aside + suffix, "old") }
        await killed(at: call, number, in: folder) { _ = try StateStore.takeBack(.tasks, in: folder.path, from: 7) }
        _ = try StateStore.takeBack(.tasks, in: folder.path, from: 7)
        for suffix in ["", "-wal"] {
          #expect(!folder.exists(aside + suffix), "\(call) \(number)")
          let text = try? String(contentsOfFile: "\(folder.path)/\(path)\(suffix)", encoding: .utf8)
          #expect(text == (old.contains(suffix) ? "old" : nil), "\(call) \(number)")
        }
      }
    }
  }

  @Test("A store is whole, and its log with it, after the next start when one is killed that puts it aside")
  func killedPuttingAside() async throws {
    let (path, aside) = ("tasks.sqlite", "tasks.sqlite.broken-7")
    for (call, number) in Self.steps {
      for old in [["", "-wal"], [""]] {
        let folder = try TestFolder()
        for suffix in old { try folder.write(path + suffix, "old") }
        await killed(at: call, number, in: folder) { _ = try StateStore.putAside(.tasks, in: folder.path, now: 7) }
        _ = try StateStore.finishPuttingAside(.tasks, in: folder.path, from: 7)
        for suffix in ["", "-wal"] {
          #expect(folder.exists(aside + suffix) == old.contains(suffix), "\(call) \(number)")
          #expect(!folder.exists(path + suffix), "\(call) \(number)")
        }
        for suffix in ["", "-wal"] { try folder.write(path + suffix, "new") }
        let again = try StateStore.finishPuttingAside(.tasks, in: folder.path, from: 7)
        #expect(again == nil)
        #expect(try String(contentsOfFile: "\(folder.path)/\(aside)", encoding: .utf8) == "old")
      }
    }
  }

  @Test("A start that is killed before it has put a store aside leaves that to the next one")
  func killedBeforePuttingAside() throws {
    let folder = try TestFolder()
    try folder.write("tasks.sqlite", "old")
    for _ in 1...2 {
      StartMarker(runtimeDirectory: folder.path).begin(.tasks)
      try folder.write("crashed", "")
    }
    let killed = StartMarker(runtimeDirectory: folder.path)
    #expect(killed.earlier.leftOut == .tasks)
    let next = StartMarker(runtimeDirectory: folder.path)
    next.moveStores(in: folder.path, LogLines().logger)
    #expect(folder.exists("tasks.sqlite.broken-\(killed.time)") && !folder.exists("tasks.sqlite"))
    next.end()
  }

  private static let steps = [SystemCall.rename, .unlink].flatMap { call in (0..<4).map { (call, $0) } }

  /// None of the calls comes to anything from the `number`th on.
  private func killed(
    at call: SystemCall, _ number: Int, in folder: TestFolder, _ start: @MainActor () throws -> Void
  ) async {
    let isKilled = Failure(call: call, number: number, errno: .ioError, times: 100)
    await FailingCalls.during(.folder(folder.path), isKilled) { _ in try? start() }
  }

  @Test("A start that is to take a store back and is killed before leaves that to the next one")
  func killedBefore() throws {
    let folder = try TestFolder()
    for _ in 1...3 {
      StartMarker(runtimeDirectory: folder.path).begin(.tasks)
      try folder.write("crashed", "")
    }
    for _ in 1...2 {
      let marker = StartMarker(runtimeDirectory: folder.path)
      #expect(marker.earlier.takenBack?.stage == .tasks)
    }
    StartMarker(runtimeDirectory: folder.path).moveStores(in: folder.path, LogLines().logger)
    let marker = StartMarker(runtimeDirectory: folder.path)
    #expect(marker.earlier.takenBack == nil && marker.earlier.aside == nil)
    marker.end()
  }
}
