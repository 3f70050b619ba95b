// The tasks of a session, awaited as an app awaits them.

import BackgroundTransfers
import Foundation
import Testing

@Suite("All tasks of a session", .timeLimit(.minutes(40))) struct AllTasksTests {
  private final class Listener: NSObject, URLSessionDelegate {}

  @Test("Those of a background session are its transfers, also before they begin, and each is among its kind")
  func background() async throws {
    let configuration = URLSessionConfiguration.background(withIdentifier: "org.roost.test.all-tasks")
    let session = URLSession(configuration: configuration, delegate: Listener(), delegateQueue: nil)
    let film = session.downloadTask(with: try #require(URL(string: "https://example.com/film")))
    let request = URLRequest(url: try #require(URL(string: "https://example.com/notes")))
    let notes = session.uploadTask(with: request, fromFile: URL(fileURLWithPath: NSHomeDirectory() + "/notes"))
    let all = await session.allTasks
    #expect(all.map(\.taskIdentifier) == [film.taskIdentifier, notes.taskIdentifier])
    let (data, uploads, downloads) = await session.tasks
    #expect(data.isEmpty && uploads == [notes] && downloads == [film])
  }
}
