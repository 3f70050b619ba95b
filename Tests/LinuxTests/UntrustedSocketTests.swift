// Descriptors that somebody sends to the daemon are not closed where it would have to wait.
import Glibc
import SystemPackage
import Testing

@testable import Linux

@Suite(.timeLimit(.minutes(40))) struct UntrustedSocketTests {
  private static let kinds = [SOCK_STREAM, SOCK_DGRAM].map { CInt($0.rawValue) }

  private func pair(_ kind: CInt) throws -> (ours: CInt, theirs: CInt) {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, kind | 0o4000 | 0o2000000, 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  /// Sends a byte with the descriptor (cmsg(3)); returns an errno.
  private func send(_ descriptor: CInt, over socket: CInt) -> CInt {
    var byte: UInt8 = 0x78
    var control = [UInt8](repeating: 0, count: 24)
    control.withUnsafeMutableBytes {
      $0.storeBytes(of: 20, toByteOffset: 0, as: Int.self)
      $0.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: CInt.self)
      // SCM_RIGHTS (unix(7)), which Swift's Glibc has as an enumeration.
      $0.storeBytes(of: 1, toByteOffset: 12, as: CInt.self)
      $0.storeBytes(of: descriptor, toByteOffset: 16, as: CInt.self)
    }
    return withUnsafeMutablePointer(to: &byte) { byte in
      control.withUnsafeMutableBytes { control in
        var vector = iovec(iov_base: byte, iov_len: 1)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return sendmsg(socket, &message, CInt(MSG_NOSIGNAL)) < 0 ? errno : 0
        }
      }
    }
  }

  /// Of a pipe with one end here and the other, its last, on its way to the daemon.
  private func isClosed(_ end: CInt, within milliseconds: CInt) -> Bool {
    var look = pollfd(fd: end, events: 0, revents: 0)
    return poll(&look, 1, milliseconds) == 1 && look.revents & Int16(POLLHUP) != 0
  }

  private func receive(_ kind: CInt, _ socket: UntrustedSocket) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count =
      kind == CInt(SOCK_STREAM.rawValue) ? try socket.read(into: &bytes) : try socket.receive(into: &bytes).count
    return Array(bytes.prefix(count))
  }

  @Test("The kernel refuses descriptors to their sender, and nothing else", arguments: Self.kinds)
  func refused(kind: CInt) throws {
    let (ours, theirs) = try pair(kind)
    defer { close(theirs) }
    do { try Sys.refuseDescriptors(ours) } catch { return print("skipped: Linux before 6.16 refuses no descriptors") }
    let socket = UntrustedSocket(ours)
    #expect(send(theirs, over: theirs) == EPERM)
    #expect(Glibc.send(theirs, "ab", 2, 0) == 2)
    #expect(try receive(kind, socket) == Array("ab".utf8))
    #expect(throws: Errno.wouldBlock) { try receive(kind, socket) }
    socket.close()
  }

  @Test(
    "Descriptors that are on their way already are found before they are taken, and closed elsewhere",
    arguments: Self.kinds)
  func underWay(kind: CInt) throws {
    let (ours, theirs) = try pair(kind)
    defer { close(theirs) }
    var pipe: [CInt] = [-1, -1]
    try #require(Glibc.pipe(&pipe) == 0)
    defer { close(pipe[0]) }
    try #require(send(pipe[1], over: theirs) == 0)
    close(pipe[1])
    if kind == CInt(SOCK_DGRAM.rawValue) { try Sys.setsockopt(ours, SO_PASSCRED, 1) }
    let socket = UntrustedSocket(ours, mayHaveBeenWrittenTo: true)
    for _ in 0..<2 { #expect(throws: Errno.protocolError) { try receive(kind, socket) } }
    #expect(!isClosed(pipe[0], within: 0))
    socket.close()
    #expect(isClosed(pipe[0], within: 60_000))
  }

  @Test("Where it looks first it reads all the same", arguments: Self.kinds)
  func looking(kind: CInt) throws {
    let (ours, theirs) = try pair(kind)
    if kind == CInt(SOCK_DGRAM.rawValue) { try Sys.setsockopt(ours, SO_PASSCRED, 1) }
    let socket = UntrustedSocket(ours, mayHaveBeenWrittenTo: true)
    defer { socket.close() }
    #expect(throws: Errno.wouldBlock) { try receive(kind, socket) }
    #expect(Glibc.send(theirs, "one", 3, 0) == 3)
    #expect(try receive(kind, socket) == Array("one".utf8))
    close(theirs)
    if kind == CInt(SOCK_STREAM.rawValue) { #expect(try receive(kind, socket) == []) }
  }
}
