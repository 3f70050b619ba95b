// The end of a transfer in the words of URL loading: a response, or an error.

import AgentProtocol
import Foundation
import FoundationNetworking

extension TransferStatus {
  var response: URLResponse? {
    guard let status, let url = URL(string: url) else { return nil }
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
  }

  /// The file that was fetched, in the app's container.
  var location: URL? { file.map { URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent($0) } }

  var failure: URLError? {
    guard let error else { return nil }
    let code: URLError.Code =
      switch error {
      case "unreachable": .cannotConnectToHost
      case "timedOut": .timedOut
      case "lost": .networkConnectionLost
      case "tls": .secureConnectionFailed
      case "redirect": .redirectToNonExistentLocation
      case "badAnswer": .badServerResponse
      case "tooLarge": .dataLengthExceedsMaximum
      case "noFile": .fileDoesNotExist
      case "storage": .cannotWriteToFile
      case "cancelled": .cancelled
      default: .unknown
      }
    return URLError(code, because: message ?? error)
  }
}

extension URLError {
  init(_ code: Code, because words: String) {
    self.init(
      _nsError: NSError(domain: NSURLErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: words]))
  }
}
