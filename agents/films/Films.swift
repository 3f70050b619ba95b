// The session of Films and its delegate, as Apple's article on background downloads has them.

import BackgroundTransfers
import UIKit

final class Films: NSObject, URLSessionDownloadDelegate, URLSessionDataDelegate, @unchecked Sendable {
  // @unchecked: used on the main thread alone, which is the session's queue as well.
  var completionHandler: (() -> Void)?

  private lazy var urlSession: URLSession = {
    let config = URLSessionConfiguration.background(withIdentifier: "films")
    config.isDiscretionary = false
    config.sessionSendsLaunchEvents = true
    return URLSession(configuration: config, delegate: self, delegateQueue: .main)
  }()

  /// With the launch argument `early` the session is there before the app is launched.
  override init() {
    super.init()
    if CommandLine.arguments.contains("early") { wake() }
  }

  /// Makes the session again, so that it hears of what has ended.
  func wake() { _ = urlSession }

  func begin(_ words: String) {
    let parts = words.split(separator: "-", maxSplits: 1).map(String.init)
    guard let url = URL(string: parts.last ?? "") else { return }
    var request = URLRequest(url: url)
    if parts.first == "send" {
      request.httpMethod = "PUT"
      let file = documents.appendingPathComponent("film")
      try? Data(repeating: 98, count: 100_000).write(to: file)
      return urlSession.uploadTask(with: request, fromFile: file).resume()
    }
    request.allowsCellularAccess = parts.first != "wifi"
    let backgroundTask = urlSession.downloadTask(with: request)
    backgroundTask.earliestBeginDate = Date()
    backgroundTask.taskDescription = "a film"
    backgroundTask.resume()
    note("task \(backgroundTask.taskIdentifier) \(backgroundTask.state == .running ? "runs" : "waits")")
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
    let response = downloadTask.response as? HTTPURLResponse
    let version = response?.value(forHTTPHeaderField: "ETag") ?? "-"
    note(
      "finished \(downloadTask.taskIdentifier) \(downloadTask.taskDescription ?? "-") \(response?.statusCode ?? 0) "
        + "\(version) \(response?.expectedContentLength ?? -1)")
    let film = documents.appendingPathComponent("film.bin")
    try? FileManager.default.removeItem(at: film)
    try? FileManager.default.moveItem(at: location, to: film)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    note("answer \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    note("completed \(task.taskIdentifier) \((error as? URLError).map { "\($0.code.rawValue)" } ?? "well")")
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    note("finished events")
    completionHandler?()
    completionHandler = nil
  }

  private let documents = URL(fileURLWithPath: NSHomeDirectory() + "/Documents")

  func note(_ line: String) {
    let file = documents.appendingPathComponent("notes")
    let before = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    // A test that reads it meanwhile finds all of the earlier lines.
    try? Data((before + line + "\n").utf8).write(to: file, options: .atomic)
  }
}
