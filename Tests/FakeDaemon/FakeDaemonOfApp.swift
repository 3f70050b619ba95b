// A daemon at the other end of an app's channel that answers by rote, so that a test sees what a library asks for.
import Foundation
import Glibc
import Synchronization

/// Answers each request of an app as it was told, for as long as the process lives.
public final class FakeDaemonOfApp: Sendable {
  /// The app's ends, which its channel takes over.
  public let events: Int32
  public let replies: Int32
  private let heard = Mutex<[String]>([])

  /// - Parameter outcomes: by method the outcome in its reply, such as `"error":{"code":"TooLarge","message":""}`; of any
  ///   other it is an empty result.
  public init(_ outcomes: [String: String] = [:]) throws {
    var (toApp, fromApp): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toApp) == 0, pipe(&fromApp) == 0 else { throw POSIXError(.EMFILE) }
    for end in toApp + fromApp { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (events, replies) = (toApp[0], fromApp[1])
    let (output, input) = (toApp[1], fromApp[0])
    Thread { [self] in serve(input, output, outcomes) }.start()
  }

  /// The requests, as they came. A request is among them before it is answered.
  public var calls: [[String: Any]] { heard.withLock { $0 }.compactMap(Self.object) }

  /// The methods of the requests, as they came.
  public var methods: [String] { calls.compactMap { $0["method"] as? String } }

  private func serve(_ input: Int32, _ output: Int32, _ outcomes: [String: String]) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(input, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeFirst(end + 1)
        // The hello has no number.
        guard let call = Self.object(line), let number = call["request"] as? Int else { continue }
        heard.withLock { $0.append(line) }
        let outcome = (call["method"] as? String).flatMap { outcomes[$0] } ?? #""result":{}"#
        let reply = Array("{\"reply\":\(number),\(outcome)}\n".utf8)
        _ = write(output, reply, reply.count)
      }
    }
    close(input)
    close(output)
  }

  private static func object(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }
}
