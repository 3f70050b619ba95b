// A service manager that takes nothing for a while: nobody waits for it, and it misses nothing.
import Dispatch
import Glibc
import SystemPackage
import Testing

@testable import Systemd

extension ServiceTests {
  /// A service manager, and its name for this process until `body` ends.
  private func withManager(_ body: (Listener) throws -> Void) throws {
    let manager = try Listener()
    setenv("NOTIFY_SOCKET", manager.path, 1)
    defer { unsetenv("NOTIFY_SOCKET") }
    try body(manager)
  }

  private func keep(_ number: Int, with socket: ServiceManagerSocket) throws {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    #expect(try socket.tell(.keep("\(number)"), "FDSTORE=1\nFDNAME=\(number)", with: descriptor))
    // The next has the same number then.
    close(descriptor)
  }

  private func tell(_ words: String, with socket: ServiceManagerSocket) throws {
    #expect(try socket.tell(.word, words))
  }

  private func drop(_ number: Int, with socket: ServiceManagerSocket) throws {
    #expect(try socket.tell(.drop("\(number)"), "FDSTOREREMOVE=1\nFDNAME=\(number)"))
  }

  @Test(
    "What a full service manager is told comes later, in order and with its descriptors, and the loop does not wait")
  func fullManager() throws {
    try withManager { manager in
      let socket = ServiceManagerSocket()
      // As many as the kernel queues, and then some (net.unix.max_dgram_qlen).
      let count = 600
      for number in 0..<count { try keep(number, with: socket) }
      for number in 0..<count { try tell("STATUS=\(number)", with: socket) }
      for number in 0..<count {
        let kept = try #require(manager.await())
        #expect(kept.text == "FDSTORE=1\nFDNAME=\(number)" && kept.descriptors == 1, "\(kept)")
      }
      for number in 0..<count { #expect(manager.await()?.text == "STATUS=\(number)") }
      #expect(manager.receive() == nil)
      socket.finish(within: .seconds(10))
      #expect(try socket.tell(.word, "READY=1"))
      #expect(manager.receive() == "READY=1", "nothing waits any more, so it is sent at once")
    }
  }

  @Test("A descriptor that is taken back while it waits is not sent, and one that was sent is taken back after it")
  func takenBack() throws {
    try withManager { manager in
      let socket = ServiceManagerSocket()
      let count = 600
      for number in 0..<count { try keep(number, with: socket) }
      for number in stride(from: 0, to: count, by: 2) { try drop(number, with: socket) }
      #expect(try socket.tell(.word, "READY=1"))
      var (store, messages): (Set<String>, Int) = ([], 0)
      while let message = manager.await(), message.text != "READY=1" {
        messages += 1
        let name = String(message.text.split(separator: "=").last ?? "")
        if message.descriptors == 1 {
          #expect(store.insert(name).inserted)
        } else {
          #expect(store.remove(name) != nil)
        }
      }
      #expect(store == Set(stride(from: 1, to: count, by: 2).map { "\($0)" }))
      #expect(messages < count + count / 2, "some are neither sent nor taken back")
    }
  }

  @Test(
    "Of what a service manager does not take so much is kept; more words are refused, and lost descriptors told once")
  func endlesslyFull() throws {
    try withManager { manager in
      let socket = ServiceManagerSocket(most: 50)
      var told = 0
      #expect(throws: Errno.noBufferSpace) {
        while told < 10_000 {
          _ = try socket.tell(.word, "STATUS=\(told)")
          told += 1
        }
      }
      #expect(told > 50)
      for number in 0..<49 { try keep(number, with: socket) }
      #expect(socket.takeLoss() == nil)
      for number in 49..<60 { try keep(number, with: socket) }
      #expect(socket.takeLoss() == .noBufferSpace && socket.takeLoss() == nil)
      // The service manager has never heard of it.
      try drop(59, with: socket)
      try keep(60, with: socket)
      #expect(socket.takeLoss() == nil)
      for number in 0..<told { #expect(manager.await()?.text == "STATUS=\(number)") }
      for number in 0..<50 { #expect(manager.await()?.text == "FDSTORE=1\nFDNAME=\(number)") }
      socket.finish(within: .seconds(10))
      #expect(manager.receive() == nil)
    }
  }

  @Test("A descriptor that a process got and does not ask for leaves the store")
  func leftOver() throws {
    try withManager { manager in
      let (kept, left) = (open("/dev/null", O_RDONLY), open("/dev/null", O_RDONLY))
      setenv("ROOST_DESCRIPTORS", "\(getpid()),kept=\(kept),left=\(left)", 1)
      var inherited = InheritedDescriptors.take()
      let taken = inherited.remove("kept") ?? -1
      inherited.closeRest()
      #expect(manager.await()?.text == "FDSTOREREMOVE=1\nFDNAME=left")
      #expect(manager.receive() == nil && fcntl(taken, F_GETFD) >= 0)
      close(taken)
    }
  }

  @Test("Of the descriptors that a process got those that are wanted stay open in the programs that it starts")
  func passedOn() throws {
    let (wanted, other) = (open("/dev/null", O_RDONLY), open("/dev/null", O_RDONLY))
    setenv("ROOST_DESCRIPTORS", "\(getpid()),wanted=\(wanted),other=\(other)", 1)
    var inherited = InheritedDescriptors.take()
    #expect(!inherited.passOn { $0 == "none" })
    #expect(inherited.passOn { $0 == "wanted" })
    let (passed, kept) = (inherited.remove("wanted") ?? -1, inherited.remove("other") ?? -1)
    #expect(fcntl(passed, F_GETFD) == 0 && fcntl(kept, F_GETFD) == FD_CLOEXEC)
    for descriptor in [passed, kept] { close(descriptor) }
  }

  @Test("A sign of life does not come after all that waits")
  func signOfLife() throws {
    try withManager { manager in
      let count = 100_000
      let socket = ServiceManagerSocket(most: count)
      for number in 0..<count { try tell("STATUS=\(number)", with: socket) }
      NotificationThread.shared.tell(.alive)
      var read = 0
      while let message = manager.await(), message.text != "WATCHDOG=1" { read += 1 }
      #expect(read < count)
      while read < count, manager.await() != nil { read += 1 }
    }
  }

  @Test("An abstract name is an address as well, and one that nobody listens at an error") func addresses() throws {
    defer { unsetenv("NOTIFY_SOCKET") }
    setenv("NOTIFY_SOCKET", "/nowhere/at/all", 1)
    #expect(throws: Errno.noSuchFileOrDirectory) { try ServiceManagerSocket().tell(.word, "READY=1") }
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
    #expect(try ServiceManagerSocket().tell(.word, "READY=1"))
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(recv(listener, &bytes, bytes.count, CInt(MSG_DONTWAIT)) == 7)
  }
}
