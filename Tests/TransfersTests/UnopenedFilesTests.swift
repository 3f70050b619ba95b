// An app that begins transfers and cancels them while a folder of its own keeps their files from being opened.
import FailingCalls
import LifecycleModel
import Linux
import Logging
import TestFolders
import TestLoop
import Testing

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor @Suite(.timeLimit(.minutes(40))) struct UnopenedFilesTests {
  @Test("BX9 so many transfers of an app wait for their files; another fails until those are open")
  func bound() throws {
    let (loop, folder, letters, told) = (try EventLoop(), try TestFolder(), Letters(), Told())
    let helpers = TransferHelpers(
      stateDirectory: folder.path, program: "/bin/true", on: loop, kernel: .live, running: HelperProcesses(),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, deliver: { letters.put($0) })
    helpers.connect { _, _, fact in told.facts.append(fact) }
    func failed() -> Int {
      told.facts.count { if case .ended(.failed(.helper, _)) = $0 { true } else { false } }
    }
    func start(_ numbers: ClosedRange<Int>, of app: String) {
      for number in numbers {
        let request = TransferRequest(TransferName(session: "films", number: number), url: "http://127.0.0.1/")
        let serial = TransferSerial(number: UInt64(number))
        helpers.start(
          Transfer(serial, request), of: AppID(app), container: folder.path, room: 1 << 20, stall: .seconds(60))
        helpers.discard(serial, of: AppID(app))
      }
    }
    // The loop does not hear that they are open: they wait for as long.
    start(1...100, of: "com.example.app")
    let most = 2 * Limit.runningTransfers.number
    #expect(failed() == 100 - most)
    start(101...101, of: "com.example.other")
    #expect(failed() == 100 - most)
    try loop.run { letters.all.count == most + 1 }
    for letter in letters.take() { letter() }
    start(102...102, of: "com.example.app")
    #expect(failed() == 100 - most)
    try loop.run { !letters.isEmpty }
    for letter in letters.take() { letter() }
    // The loop closes the files of one after the other.
    try loop.run { FailingCalls.open(below: folder.path).isEmpty }
  }
}
