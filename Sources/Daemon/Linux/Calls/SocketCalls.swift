// System calls about pipes and sockets.
import CLinux
import Glibc
package import SystemPackage

extension Sys {
  /// The two ends, which programs that are started inherit until `FD_CLOEXEC` is set.
  package static func pipe() throws(Errno) -> (read: CInt, write: CInt) {
    var ends: (read: CInt, write: CInt) = (-1, -1)
    _ = try made(.pipe, .nothing) {
      withUnsafeMutablePointer(to: &ends) {
        $0.withMemoryRebound(to: CInt.self, capacity: 2) { Glibc.pipe($0) }
      }
    }
    return ends
  }

  package static func socket(_ domain: CInt, _ type: CInt, _ protocol: CInt) throws(Errno) -> CInt {
    try made(.socket, .nothing) { Glibc.socket(domain, type, `protocol`) }
  }

  package static func listen(_ socket: CInt, _ backlog: CInt) throws(Errno) {
    _ = try made(.listen, .descriptor(socket)) { Glibc.listen(socket, backlog) }
  }

  package static func accept(_ socket: CInt) throws(Errno) -> CInt {
    try made(.accept, .descriptor(socket)) { Glibc.accept(socket, nil, nil) }
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

  /// One datagram of a socket with SO_PASSCRED, and the pid that the kernel vouches for; 0 where it names none.
  /// Descriptors in it are closed.
  package static func receive(
    _ socket: CInt, into bytes: inout [UInt8]
  ) throws(Errno) -> (count: Int, sender: Int32) {
    var count = 0
    var sender: pid_t = 0
    try succeeded(.recv, .descriptor(socket)) { roost_receive_from(socket, &bytes, bytes.count, &count, &sender) }
    return (count, sender)
  }

  /// Listens to the kernel's events of its devices (netlink(7), NETLINK_KOBJECT_UEVENT). The caller closes it.
  package static func listenToDevices() throws(Errno) -> CInt {
    // Group 1 is the kernel's own.
    try listen(toGroups: 1, ofNetlink: NETLINK_KOBJECT_UEVENT, types: [])
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

  /// Puts the option's value at `value`; returns its bytes.
  package static func getsockopt(
    _ socket: CInt, _ option: CInt, _ value: UnsafeMutableRawPointer, _ size: Int
  ) throws(Errno) -> Int {
    var size = socklen_t(size)
    _ = try made(.getsockopt, .descriptor(socket)) { Glibc.getsockopt(socket, SOL_SOCKET, option, value, &size) }
    return Int(size)
  }

  /// Sets an option whose value is a number.
  package static func setsockopt(_ socket: CInt, _ option: CInt, _ value: CInt) throws(Errno) {
    _ = try made(.setsockopt, .descriptor(socket)) {
      withUnsafePointer(to: value) {
        Glibc.setsockopt(socket, SOL_SOCKET, option, $0, socklen_t(MemoryLayout<CInt>.size))
      }
    }
  }

  static func bind(_ socket: CInt, to path: String, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) throws(Errno)
  {
    _ = try made(.bind, .path(path)) { Glibc.bind(socket, address, size) }
  }

  static func getsockname(
    _ socket: CInt, _ address: UnsafeMutablePointer<sockaddr>, _ size: inout socklen_t
  ) throws(Errno) {
    _ = try made(.getsockname, .descriptor(socket)) { Glibc.getsockname(socket, address, &size) }
  }
}
