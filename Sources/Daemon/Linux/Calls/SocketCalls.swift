// System calls about pipes and sockets.
import CLinux
import Glibc
package import SystemPackage

extension Sys {
  /// The two ends, closed by execve(2) (pipe2(2)).
  package static func pipe() throws(Errno) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    try succeeded(.pipe, .nothing) { roost_pipe(&ends) }
    return (ends[0], ends[1])
  }

  package static func socket(_ domain: CInt, _ type: CInt, _ protocol: CInt) throws(Errno) -> CInt {
    try made(.socket, .nothing) { Glibc.socket(domain, type, `protocol`) }
  }

  package static func listen(_ socket: CInt, _ backlog: CInt) throws(Errno) {
    _ = try made(.listen, .descriptor(socket)) { Glibc.listen(socket, backlog) }
  }

  /// The client's socket, which is closed by execve(2) and does not block (accept4(2)).
  package static func accept(_ socket: CInt) throws(Errno) -> CInt {
    var client: CInt = -1
    try succeeded(.accept, .descriptor(socket)) { roost_accept(socket, &client) }
    return client
  }

  /// Bytes sent of `bytes` from `start` on, which may be fewer. A peer that is gone is an error, not a SIGPIPE.
  package static func send(_ socket: CInt, _ bytes: [UInt8], from start: Int) throws(Errno) -> Int {
    try bytes.withUnsafeBufferPointer { buffer throws(Errno) in
      let rest = buffer[start...]
      return try made(.send, .descriptor(socket)) {
        Glibc.send(socket, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count, CInt(MSG_NOSIGNAL))
      }
    }
  }

  /// A socket whose datagrams go to `address`: a path, or with `@` in front an abstract name (unix(7)).
  package static func connectDatagrams(to address: String) throws(Errno) -> CInt {
    var socket: CInt = -1
    try succeeded(.connect, .path(address)) { roost_connect_datagrams(address, &socket) }
    return socket
  }

  /// One datagram, and with it a copy of `descriptor`.
  ///
  /// - Throws: `EAGAIN` where the other end's queue is full, unless it waits.
  package static func sendDatagram(
    _ socket: CInt, _ bytes: [UInt8], with descriptor: CInt?, waits: Bool
  ) throws(Errno) {
    try succeeded(.send, .descriptor(socket)) {
      roost_send_datagram(socket, bytes, bytes.count, descriptor ?? -1, waits)
    }
  }

  /// Sending descriptors to `socket`, or to those that connect to it from now on, fails with `EPERM` (SO_PASSRIGHTS of
  /// asm-generic/socket.h, Linux 6.16).
  package static func refuseDescriptors(_ socket: CInt) throws(Errno) { try setsockopt(socket, 83, 0) }

  /// Bytes of a stream socket that never blocks.
  /// - Throws: `EPROTO` where descriptors come with them; nothing is taken then.
  static func receivePlain(_ socket: CInt, into bytes: inout [UInt8]) throws(Errno) -> Int {
    var count = 0
    try succeeded(.recv, .descriptor(socket)) { roost_receive_plain(socket, &bytes, bytes.count, &count) }
    return count
  }

  /// One datagram of a socket with SO_PASSCRED, and the pid that the kernel vouches for; 0 where it names none.
  ///
  /// - Parameter looksFirst: whether descriptors that come with it fail with `EPROTO`, and nothing is taken; without, the
  ///   kernel closes them here.
  static func receive(
    _ socket: CInt, into bytes: inout [UInt8], looksFirst: Bool
  ) throws(Errno) -> (count: Int, sender: Int32) {
    var count = 0
    var sender: pid_t = 0
    try succeeded(.recv, .descriptor(socket)) {
      roost_receive_from(socket, looksFirst, &bytes, bytes.count, &count, &sender)
    }
    return (count, sender)
  }

  /// Listens to the kernel's events of its devices (netlink(7), NETLINK_KOBJECT_UEVENT). The caller closes it.
  package static func listenToDevices() throws(Errno) -> CInt {
    // Group 1 is the kernel's own.
    try listen(toGroups: 1, ofNetlink: NETLINK_KOBJECT_UEVENT, types: [])
  }

  /// Listens to changes of network interfaces and of routes (rtnetlink(7)). The caller closes it.
  package static func listenToNetwork() throws(Errno) -> CInt {
    try listen(
      toGroups: UInt32(RTMGRP_LINK | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE), ofNetlink: NETLINK_ROUTE, types: [])
  }

  /// - Parameters:
  ///   - groups: as a mask.
  ///   - types: those of the messages that are taken; of all where it is empty.
  static func listen(toGroups groups: UInt32, ofNetlink family: CInt, types: [UInt16]) throws(Errno) -> CInt {
    let type = CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = try socket(PF_NETLINK, type, family)
    let address = sockaddr_nl(nl_family: sa_family_t(AF_NETLINK), nl_pad: 0, nl_pid: 0, nl_groups: groups)
    do throws(Errno) {
      // Before anything comes.
      if !types.isEmpty {
        try succeeded(.setsockopt, .descriptor(descriptor)) { roost_accept_types(descriptor, types, types.count) }
      }
      _ = try made(.bind, .descriptor(descriptor)) {
        withUnsafePointer(to: address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
          }
        }
      }
      return descriptor
    } catch {
      try? close(descriptor)
      throw error
    }
  }

  /// The next message of a netlink(7) socket, and whether it is the kernel's own word: others may send to such a socket.
  package static func receiveEvent(
    _ socket: CInt, into bytes: inout [UInt8]
  ) throws(Errno) -> (count: Int, isKernels: Bool) {
    var sender = sockaddr_nl()
    let count = try made(.recv, .descriptor(socket)) {
      withUnsafeMutablePointer(to: &sender) { pointer in
        var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        return pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(socket, &bytes, bytes.count, 0, $0, &size)
        }
      }
    }
    return (count, sender.nl_pid == 0)
  }

  /// Puts the option's value at `value`, which has `size` bytes.
  package static func getsockopt(
    _ socket: CInt, _ option: CInt, _ value: UnsafeMutableRawPointer, _ size: Int
  ) throws(Errno) {
    var size = socklen_t(size)
    _ = try made(.getsockopt, .descriptor(socket)) { Glibc.getsockopt(socket, SOL_SOCKET, option, value, &size) }
  }

  /// The groups of the process that has connected, but for its first (unix(7), SO_PEERGROUPS).
  package static func peerGroups(_ socket: CInt) throws(Errno) -> [UInt32] {
    // More than most are in.
    var groups = [UInt32](repeating: 0, count: 64)
    while true {
      var size = socklen_t(groups.count * MemoryLayout<UInt32>.size)
      let failure: Errno
      do throws(Errno) {
        _ = try made(.getsockopt, .descriptor(socket)) {
          Glibc.getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, &groups, &size)
        }
        return Array(groups.prefix(Int(size) / MemoryLayout<UInt32>.size))
      } catch {
        failure = error
      }
      // The kernel has put there how much room it needs.
      let count = Int(size) / MemoryLayout<UInt32>.size
      guard failure == .outOfRange, count > groups.count, count <= mostGroups else { throw failure }
      groups = [UInt32](repeating: 0, count: count)
    }
  }

  /// NGROUPS_MAX of linux/limits.h.
  private static let mostGroups = 65_536

  /// Sets an option whose value is a number.
  package static func setsockopt(_ socket: CInt, _ option: CInt, _ value: CInt) throws(Errno) {
    try set(option, of: socket, at: SOL_SOCKET, to: value)
  }

  /// The same of an option of TCP (tcp(7)).
  package static func setTCPOption(_ socket: CInt, _ option: CInt, _ value: CInt) throws(Errno) {
    try set(option, of: socket, at: CInt(IPPROTO_TCP), to: value)
  }

  private static func set(_ option: CInt, of socket: CInt, at level: CInt, to value: CInt) throws(Errno) {
    _ = try made(.setsockopt, .descriptor(socket)) {
      withUnsafePointer(to: value) {
        Glibc.setsockopt(socket, level, option, $0, socklen_t(MemoryLayout<CInt>.size))
      }
    }
  }

  static func bind(_ socket: CInt, to path: String, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) throws(Errno)
  {
    _ = try made(.bind, .path(path)) { Glibc.bind(socket, address, size) }
  }

  static func connect(
    _ socket: CInt, to path: String, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
  ) throws(Errno) {
    _ = try made(.connect, .path(path)) { Glibc.connect(socket, address, size) }
  }

  /// Closes the socket for what comes, what goes or both, `SHUT_RD` and so on.
  package static func shutdown(_ socket: CInt, _ direction: CInt) throws(Errno) {
    _ = try made(.shutdown, .descriptor(socket)) { Glibc.shutdown(socket, direction) }
  }

  /// Binds to an address of the Internet families, `sockaddr_in` or `sockaddr_in6`.
  static func bind<Address>(_ socket: CInt, _ address: Address) throws(Errno) {
    _ = try made(.bind, .descriptor(socket)) {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.bind(socket, $0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
  }

  static func getsockname(
    _ socket: CInt, _ address: UnsafeMutablePointer<sockaddr>, _ size: inout socklen_t
  ) throws(Errno) {
    _ = try made(.getsockname, .descriptor(socket)) { Glibc.getsockname(socket, address, &size) }
  }
}
