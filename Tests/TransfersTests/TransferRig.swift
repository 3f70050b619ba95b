// The helpers of transfers with a folder and a loop of their own, and the news that a test is told.
import LifecycleModel
import Logging
import TestFolders
import TestLoop

@testable import Processes
@testable import Systemd
@testable import Transfers

@MainActor final class TransferRig {
  let loop: EventLoop
  let running = HelperProcesses()
  /// Of the daemon's state, and the container of the app.
  let folder: TestFolder
  let letters: Letters
  let told: Told
  let helpers: TransferHelpers

  init() throws {
    let (letters, told) = (Letters(), Told())
    self.letters = letters
    self.told = told
    loop = try EventLoop()
    folder = try TestFolder()
    try folder.write("Library/Caches/other", "")
    helpers = TransferHelpers(
      stateDirectory: folder.path, on: loop, kernel: .live, running: running,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, deliver: { letters.put($0) })
    helpers.connect { _, _, fact in told.facts.append(fact) }
  }

  /// Waits for what other threads have to say, and hears it.
  func openLetters() throws {
    try loop.run { !letters.isEmpty }
    for letter in letters.take() { letter() }
  }
}
