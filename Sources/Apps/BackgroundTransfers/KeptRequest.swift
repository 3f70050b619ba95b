// The request of a task as a file has it: for resume data, and for the app's next process.

import Foundation
import FoundationNetworking
import Synchronization

struct KeptRequest: Codable, Sendable {
  var url: String
  var method: String
  var headers: [String: String]
  /// The path of the file to send; nil for a download.
  var file: String?
  var description: String?

  init(_ request: URLRequest, file: URL? = nil, description: String? = nil) {
    url = request.url?.absoluteString ?? ""
    method = request.httpMethod ?? "GET"
    headers = request.allHTTPHeaderFields ?? [:]
    self.file = file?.path
    self.description = description
  }

  /// Nil where the URL is no URL any more.
  var request: URLRequest? {
    guard let url = URL(string: url) else { return nil }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    return request
  }
}

/// The bytes of `cancel(byProducingResumeData:)`.
struct ResumeData {
  let bytes: Data?

  init(_ request: URLRequest) { bytes = try? JSONEncoder().encode(KeptRequest(request)) }

  /// Nil for the bytes of another system, or of a session in the foreground.
  static func request(of bytes: Data) -> URLRequest? {
    try? JSONDecoder().decode(KeptRequest.self, from: bytes).request
  }
}

/// The tasks of a session by number, in the app's container: roostd keeps the transfers, and no words of the app.
struct KeptRequests {
  /// Threads of the app that resume a task, and the delegate's queue, change one file.
  private static let changing = Mutex(())

  private let file: URL

  /// - Parameter home: the app's container.
  init(session: String, home: String = NSHomeDirectory()) {
    // Base 64 as file names may have it: an identifier may be any text.
    let name = Data(session.utf8).base64EncodedString().replacingOccurrences(of: "/", with: "_")
    file = URL(fileURLWithPath: home + "/Library/Caches/URLSession-\(name).json")
  }

  var all: [Int: KeptRequest] {
    guard let data = try? Data(contentsOf: file) else { return [:] }
    return (try? JSONDecoder().decode([Int: KeptRequest].self, from: data)) ?? [:]
  }

  @discardableResult
  func change<Result: Sendable>(_ change: (inout [Int: KeptRequest]) -> Result) -> Result {
    Self.changing.withLock { _ in
      var requests = all
      let result = change(&requests)
      if requests.isEmpty {
        try? FileManager.default.removeItem(at: file)
      } else {
        try? JSONEncoder().encode(requests).write(to: file, options: .atomic)
      }
      return result
    }
  }
}
