// A service manager that takes nothing for a while: nobody waits for it, and it misses nothing.
import Dispatch
import Glibc
import SystemPackage
import Testing

@testable import Systemd

extension ServiceTests {
  @Test(
    "What a full service manager is told comes later, in order and with its descriptors, and the loop does not wait")
  func fullManager() throws {
    let manager = try Listener()
    setenv("NOTIFY_SOCKET", manager.path, 1)
    defer { unsetenv("NOTIFY_SOCKET") }
    let socket = ServiceManagerSocket()
    // As many as the kernel queues, and then some (net.unix.max_dgram_qlen).
    let count = 600
    for number in 0..<count {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      #expect(try socket.tell("FDSTORE=1\nFDNAME=\(number)", with: descriptor))
      // The next has the same number then.
      close(descriptor)
      #expect(try socket.tell("FDSTOREREMOVE=1\nFDNAME=\(number)"))
    }
    for number in 0..<count {
      let kept = try #require(manager.await())
      #expect(kept.text == "FDSTORE=1\nFDNAME=\(number)" && kept.descriptors == 1, "\(kept)")
      let dropped = try #require(manager.await())
      #expect(dropped.text == "FDSTOREREMOVE=1\nFDNAME=\(number)" && dropped.descriptors == 0, "\(dropped)")
    }
    #expect(manager.receive() == nil)
    socket.finish(within: .seconds(10))
    #expect(try socket.tell("READY=1"))
    #expect(manager.receive() == "READY=1", "nothing waits any more, so it is sent at once")
  }

  @Test("Of what a service manager does not take so much is kept, and more is refused") func endlesslyFull() throws {
    let manager = try Listener()
    setenv("NOTIFY_SOCKET", manager.path, 1)
    defer { unsetenv("NOTIFY_SOCKET") }
    let socket = ServiceManagerSocket()
    var told = 0
    #expect(throws: Errno.noBufferSpace) {
      while told < 3 * ServiceManagerSocket.most {
        _ = try socket.tell("STATUS=\(told)")
        told += 1
      }
    }
    #expect(told > ServiceManagerSocket.most)
    socket.finish(within: .milliseconds(1))
    for number in 0..<told { #expect(manager.await()?.text == "STATUS=\(number)") }
  }

  @Test("An abstract name is an address as well, and one that nobody listens at an error") func addresses() throws {
    defer { unsetenv("NOTIFY_SOCKET") }
    setenv("NOTIFY_SOCKET", "/nowhere/at/all", 1)
    #expect(throws: Errno.noSuchFileOrDirectory) { try ServiceManagerSocket().tell("READY=1") }
    let listener = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = "roost-test-\(getpid())"
    withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(2 + 1 + name.utf8.count)) }
    }
    try #require(bound == 0)
    setenv("NOTIFY_SOCKET", "@" + name, 1)
    #expect(try ServiceManagerSocket().tell("READY=1"))
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(recv(listener, &bytes, bytes.count, CInt(MSG_DONTWAIT)) == 7)
  }
}
