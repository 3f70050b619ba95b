// A daemon that answers by rote, so that a test sees the requests and the output of a client without a real one.
import Foundation
import Glibc
import Synchronization

/// Answers each method with the reply it was given, on a socket that goes when the test is done.
public final class FakeDaemon: Sendable {
  public let socket: String
  private let listener: Int32
  /// A byte for each answer that a client has taken, and for each call that gets none.
  private let answered: (read: Int32, write: Int32)
  private let heard = Mutex<[String]>([])

  /// - Parameter replies: by method, a whole Varlink reply; empty: the call gets no answer.
  public init(at path: String, _ replies: [String: String]) throws {
    socket = path
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    answered = (ends[0], ends[1])
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { [listener] in
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 64) == 0 else { throw POSIXError(.EIO) }
    Thread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        // A process that another test starts would keep the connection open.
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        // Each on a thread of its own: a client may watch on one connection and ask on others.
        Thread { [self] in serve(client, replies) }.start()
      }
      // Here and not in stop(): the number would be another test's socket before this thread is done with it.
      close(listener)
    }.start()
  }

  /// The calls, as they came.
  public var calls: [[String: Any]] {
    heard.withLock { $0 }.compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  deinit {
    close(answered.read)
    close(answered.write)
  }

  /// Waits for an answer that nobody has waited for yet; false when `descriptor` has been closed at its other end, or
  /// `seconds` have passed.
  public func waitForAnswer(orEndOf descriptor: Int32 = -1, within seconds: Int) -> Bool {
    // POLLRDHUP of poll(2), which Swift's module of the C library leaves out.
    var entries = [
      pollfd(fd: answered.read, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: 0x2000, revents: 0),
    ]
    guard poll(&entries, 2, Int32(seconds * 1000)) > 0, entries[0].revents != 0 else { return false }
    var byte: UInt8 = 0
    return read(answered.read, &byte, 1) == 1
  }

  public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve(_ client: Int32, _ replies: [String: String]) {
    defer { close(client) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(client, &buffer, buffer.count)
      guard count > 0 else { return }
      bytes += buffer[..<count]
      while let end = bytes.firstIndex(of: 0) {
        let call = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeFirst(end + 1)
        heard.withLock { $0.append(call) }
        let reply = replies.first { call.contains("\"\($0.key)\"") }?.value ?? #"{"error":"no.reply","parameters":{}}"#
        let message = reply.isEmpty ? [] : Array(reply.utf8) + [0]
        guard send(client, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else { return }
        var byte: UInt8 = 0
        _ = write(answered.write, &byte, 1)
      }
    }
  }
}
