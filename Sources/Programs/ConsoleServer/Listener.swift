// The socket that the console listens on.
import Glibc

struct Listener {
  let descriptor: Int32
  /// With the port that the kernel has chosen where none was named.
  let place: ListenPlace

  init(_ place: ListenPlace) throws(ListenError) {
    switch place {
    case .path(let path):
      descriptor = try Self.listen(path)
      self.place = place
    case .address(let address, let port):
      let (descriptor, port) = try Self.listen(address, port)
      self.descriptor = descriptor
      self.place = .address(address, port: port)
    }
  }

  private static func listen(_ address: String, _ port: UInt16) throws(ListenError) -> (Int32, UInt16) {
    let place = ListenPlace.address(address, port: port)
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let found else {
      throw ListenError(place: place, errno: EADDRNOTAVAIL)
    }
    defer { freeaddrinfo(found) }
    let descriptor = try socket(found.pointee.ai_family, place)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let status = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 && Glibc.listen(descriptor, 64) == 0
          ? getsockname(descriptor, name, &length) : -1
      }
    }
    guard status == 0 else { throw failed(descriptor, place) }
    // The port is in the same place of both structures (ip(7), ipv6(7)).
    return (descriptor, UInt16(bigEndian: name.sin6_port))
  }

  private static func listen(_ path: String) throws(ListenError) -> Int32 {
    let place = ListenPlace.path(path)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: name.sun_path) else {
      throw ListenError(place: place, errno: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = try socket(AF_UNIX, place)
    // Writing to the socket's file is connecting (unix(7)); nobody but its owner may.
    let mask = umask(0o177)
    defer { umask(mask) }
    var status = call(bind, descriptor, &name)
    if status != 0, errno == EADDRINUSE, isLeft(path, &name), unlink(path) == 0 {
      status = call(bind, descriptor, &name)
    }
    guard status == 0, Glibc.listen(descriptor, 64) == 0 else { throw failed(descriptor, place) }
    return descriptor
  }

  /// Whether `path` is a socket that nobody listens on any more.
  private static func isLeft(_ path: String, _ name: inout sockaddr_un) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
    // Where nobody accepts, connecting would wait (EAGAIN of unix(7)): somebody listens all the same.
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let probe = Glibc.socket(AF_UNIX, Int32(kind), 0)
    defer { close(probe) }
    return call(connect, probe, &name) != 0 && errno == ECONNREFUSED
  }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ descriptor: Int32, _ name: inout sockaddr_un
  ) -> Int32 {
    withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func socket(_ family: Int32, _ place: ListenPlace) throws(ListenError) -> Int32 {
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ListenError(place: place, errno: errno) }
    return descriptor
  }

  private static func failed(_ descriptor: Int32, _ place: ListenPlace) -> ListenError {
    let error = ListenError(place: place, errno: errno)
    close(descriptor)
    return error
  }
}

/// The reason why the console cannot be served.
package struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  let place: ListenPlace
  let errno: Int32

  package var description: String {
    let cure =
      switch place {
      case .path: "name another path with --listen"
      case .address where errno == EADDRNOTAVAIL: "name an address of this machine with --listen"
      case .address: "name another port with --port, or none"
      }
    return "unable to listen on \(place): \(String(cString: strerror(errno))); \(cure)"
  }
}
