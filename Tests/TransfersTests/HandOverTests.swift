// Transfers that are held or discarded at the moment when their files are on the way to their apps.
import Glibc
import LifecycleModel
import Logging
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct HandOverTests {
  private let loop: EventLoop
  private let running = HelperProcesses()
  private let folder: TestFolder
  private let helpers: TransferHelpers
  private let letters: Letters
  private let told: Told
  private let app = AppID("com.example.app")
  private let serial = TransferSerial(number: 1)

  init() throws {
    let (letters, told) = (Letters(), Told())
    self.letters = letters
    self.told = told
    loop = try EventLoop()
    folder = try TestFolder()
    try folder.write("Library/Caches/other", "")
    // It has everything at once, says so, and is there until it is killed.
    let program = try folder.write(
      "helper",
      """
      #!/bin/sh
      printf content
      printf '{"ended":{"kind":"done","status":200}}\\n' >&3
      : >'\(folder.path)/said'
      exec sleep 1000

      """, mode: 0o755)
    helpers = TransferHelpers(
      stateDirectory: folder.path, program: program, on: loop, kernel: .live, running: running,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, deliver: { letters.put($0) })
    helpers.connect { _, _, fact in told.facts.append(fact) }
  }

  private func start() {
    let request = TransferRequest(TransferName(session: "films", number: 1), url: "http://127.0.0.1/")
    helpers.start(Transfer(serial, request), of: app, container: folder.path, room: 1 << 20, stall: .seconds(60))
  }

  private func openLetters() throws {
    try loop.run { !letters.isEmpty }
    for letter in letters.take() { letter() }
  }

  /// Its helper runs, and nothing that it says has been read.
  private func begin() throws {
    start()
    try openLetters()
    try loop.run { !running.pids.isEmpty }
  }

  /// Its helper has ended, and its file is in the container.
  private func beginHandOver() throws {
    try begin()
    try loop.run { running.pids.isEmpty && !letters.isEmpty }
    #expect(told.facts.isEmpty && folder.exists("Library/Caches/transfer-1"))
  }

  private func expectTold() {
    #expect(
      told.facts == [.ended(.done(status: 200, file: "Library/Caches/transfer-1", size: 7, headers: nil))])
    #expect(running.pids.isEmpty && letters.isEmpty)
  }

  @Test(
    "BX9 a transfer that is held while its file is handed over is told, also where it is to begin again meanwhile",
    arguments: [false, true])
  func held(beginsAgain: Bool) throws {
    try beginHandOver()
    helpers.hold(serial)
    if beginsAgain { start() }
    try openLetters()
    expectTold()
  }

  @Test("BX9 of a file that is on the way to its app when roostd is followed by another is told at once, and once")
  func finished() throws {
    try beginHandOver()
    helpers.finishHandOvers()
    #expect(told.facts.count == 1)
    try openLetters()
    expectTold()
  }

  @Test("BX5 BX9 of a transfer that is discarded while its file is handed over nothing is told, and no file is left")
  func discarded() throws {
    try beginHandOver()
    helpers.discard(serial, of: app)
    try openLetters()
    try loop.run { !folder.exists("Library/Caches/transfer-1") }
    #expect(told.facts.isEmpty && folder.exists("Library/Caches/other"))
  }

  @Test("BX9 a transfer that is held when its helper has said its last word, and nobody has read that, is told")
  func heldBeforeItIsRead() throws {
    try begin()
    try wait("the helper says nothing") { folder.exists("said") }
    helpers.hold(serial)
    try loop.run { running.pids.isEmpty }
    try openLetters()
    expectTold()
  }

  @Test("BX9 of two attempts that are held before the last word of either is read, the file of the later one is told")
  func bothHeldBeforeTheyAreRead() throws {
    try begin()
    try wait("the first helper says nothing") { folder.exists("said") }
    helpers.hold(serial)
    // It has closed the part then.
    let first = try #require(running.pids.first)
    var how = siginfo_t()
    try #require(waitid(P_PID, id_t(first), &how, WEXITED | WNOWAIT) == 0)
    try #require(unlink("\(folder.path)/said") == 0)
    start()
    try wait("no file is opened") { !letters.isEmpty && loop.helperStarts.isFree }
    for letter in letters.take() { letter() }
    try #require(running.pids.count == 2)
    try wait("the second helper says nothing") { folder.exists("said") }
    helpers.hold(serial)
    try loop.run { running.pids.isEmpty }
    try openLetters()
    expectTold()
  }

  /// The loop stands still meanwhile.
  private func wait(_ why: Comment, until isSo: () -> Bool) throws {
    let deadline = monotonicNow() + 60_000_000_000
    while !isSo() {
      try #require(monotonicNow() < deadline, why)
      usleep(1000)
    }
  }
}
