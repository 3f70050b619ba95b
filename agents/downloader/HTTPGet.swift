// One GET over HTTP/1.1, of a whole file or of what is missing of it (RFC 9110, 14). On iOS this is URLSession's work;
// FoundationNetworking, which has it here, needs libcurl's development files to be linked statically.

import Foundation
import Synchronization

final class HTTPGet: Sendable {
  private let url: URL
  private struct State {
    /// -1: none.
    var socket: CInt = -1
    var isCancelled = false
  }
  private let state = Mutex(State())

  init(_ url: URL) { self.url = url }

  /// Fetches the file, or all after its first `start` bytes if it still is the version `etag`, and returns then.
  /// - Parameters:
  ///   - answered: called once, before any ``receive``: the server sends the rest, or the whole file after all.
  ///   - receive: called with each piece of the body. Neither is called once ``cancel()`` has returned.
  func run(
    from start: Int, ifRange etag: String?, answered: (HTTPResponse) throws -> Void, receive: (Data) throws -> Void
  ) throws {
    guard url.scheme == "http", let host = url.host() else { throw HTTPError.badAddress(url) }
    let socket = try HTTPSocket(host: host, port: url.port ?? 80)
    try unlessCancelled { $0.socket = socket.descriptor }
    defer { state.withLock { $0.socket = -1 } }
    try socket.write(request(host, start, etag))
    let response = try HTTPResponse(socket.readHead())
    if response.status == 416, start > 0, response.wholeLength == start {
      return try unlessCancelled { _ in try answered(HTTPResponse(partial: etag)) }
    }
    guard response.status == 200 || (response.isPartial && response.firstByte == start) else {
      throw HTTPError.refused(url, status: response.status)
    }
    try unlessCancelled { _ in try answered(response) }
    try socket.readBody(response) { piece in try unlessCancelled { _ in try receive(piece) } }
  }

  /// From any thread.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      // Wakes the thread that reads from it, which closes it then.
      if state.socket >= 0 { shutdown(state.socket, CInt(SHUT_RDWR)) }
    }
  }

  private func unlessCancelled(_ body: (inout State) throws -> Void) throws {
    try state.withLock { state in
      if state.isCancelled { throw HTTPError.cancelled }
      try body(&state)
    }
  }

  private func request(_ host: String, _ start: Int, _ etag: String?) -> String {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = (components?.percentEncodedPath).flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    let query = (components?.percentEncodedQuery).map { "?" + $0 } ?? ""
    var lines = [
      "GET \(path)\(query) HTTP/1.1", "Host: \(host)\(url.port.map { ":\($0)" } ?? "")", "Connection: close",
      "Accept-Encoding: identity",
    ]
    if start > 0, let etag { lines += ["Range: bytes=\(start)-", "If-Range: \(etag)"] }
    return (lines + ["", ""]).joined(separator: "\r\n")
  }
}

/// The reason why a file did not come.
enum HTTPError: LocalizedError {
  case badAddress(URL)
  case unreachable(String, why: String)
  case refused(URL, status: Int)
  case nonsense(String)
  case endedEarly
  case cancelled

  var errorDescription: String? {
    switch self {
    case .badAddress(let url): "unable to fetch \(url): it is not an http: address"
    case .unreachable(let host, let why): "unable to reach \(host): \(why); open the app to try again"
    case .refused(let url, let status): "unable to fetch \(url): the server answered \(status)"
    case .nonsense(let what): "unable to understand the server: \(what)"
    case .endedEarly: "the server ended the connection early; open the app to fetch the rest"
    case .cancelled: "the download was stopped"
    }
  }
}
