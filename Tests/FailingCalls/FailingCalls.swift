// Has the kernel refuse a test's system calls, one at a time.
import Glibc
package import Linux
import Synchronization
package import SystemPackage

/// A call that is to fail, among those that a scenario makes: the `number`th of its kind, from 0.
package struct Failure: Sendable, CustomStringConvertible {
  package let call: SystemCall
  package let number: Int
  package let errno: Errno

  package init(call: SystemCall, number: Int, errno: Errno) {
    self.call = call
    self.number = number
    self.errno = errno
  }

  package var description: String { "\(call.rawValue) #\(number) fails with \(errno)" }
}

/// The tests of a process share the gate of ``SystemCall`` and run side by side, so each has a rule of its own, for the
/// calls below its folder, and for those about no file, such as socket(2), that the thread makes which made the rule.
package final class FailingCalls: Sendable {
  private let folder: String
  private let thread: pthread_t
  private let failure: Failure?
  private let seen = Mutex<[SystemCall: Int]>([:])

  private static let rules = Mutex<[FailingCalls]>([])

  private init(below folder: String, _ failure: Failure?) {
    self.folder = realPath(folder) ?? folder
    self.failure = failure
    thread = pthread_self()
  }

  /// The calls that have been made, by how often.
  package var counts: [SystemCall: Int] { seen.withLock { $0 } }

  /// Watches until ``end()``; and lets `failure` happen, if there is one.
  package static func begin(below folder: String, _ failure: Failure? = nil) -> FailingCalls {
    let rule = FailingCalls(below: folder, failure)
    rules.withLock {
      $0.append(rule)
      SystemCall.setGate { call, subject in
        for rule in rules.withLock({ $0 }) { if let errno = rule.answer(call, subject) { return errno } }
        return nil
      }
    }
    return rule
  }

  package func end() {
    Self.rules.withLock { rules in
      rules.removeAll { $0 === self }
      if rules.isEmpty { SystemCall.setGate(nil) }
    }
  }

  private func answer(_ call: SystemCall, _ subject: SystemCall.Subject) -> Errno? {
    guard isMine(subject) else { return nil }
    return seen.withLock { seen in
      let number = seen[call, default: 0]
      seen[call] = number + 1
      guard let failure, failure.call == call, failure.number == number else { return nil }
      return failure.errno
    }
  }

  private func isMine(_ subject: SystemCall.Subject) -> Bool {
    switch subject {
    case .path(let path): return isBelow(path)
    case .descriptor(let descriptor):
      let path = Self.path(of: descriptor)
      return path.hasPrefix("/") ? isBelow(path) : pthread_equal(thread, pthread_self()) != 0
    case .nothing: return pthread_equal(thread, pthread_self()) != 0
    }
  }

  private func isBelow(_ path: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }

  private static func path(of descriptor: CInt) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The descriptors of this process that are open below `folder`: files, and sockets that are bound there.
  package static func open(below folder: String) -> [String] {
    let folder = realPath(folder) ?? folder
    return ((try? Folder.names(in: "/proc/self/fd")) ?? []).compactMap { CInt($0) }.compactMap { descriptor in
      var path = path(of: descriptor)
      if path.hasPrefix("socket:"), let address = try? UnixSocketAddress(of: descriptor) { path = address.path }
      return path.hasPrefix(folder + "/") || path == folder ? path : nil
    }
  }
}

extension SystemCall {
  /// What the manual's page of the call lists, as far as a machine in need brings it about. `EINTR` is in all, and must
  /// never be noticed.
  package var plausible: [Errno] {
    let own: [Errno] =
      switch self {
      case .accept: [.tooManyOpenFiles, .connectionAbort]
      case .access, .stat, .unlink, .rmdir, .readlink: [.ioError]
      case .bind: [.permissionDenied, .noSpace]
      case .chmod, .chown, .fchown: [.notPermitted]
      case .close, .fstat, .getdents, .pread, .read: [.ioError]
      case .fallocate: [.noSpace]
      case .fcntl: [.tooManyOpenFiles]
      case .flock: [.noLocks]
      case .fsync: [.ioError]
      case .getsockname, .getsockopt, .setsockopt: [.noBufferSpace]
      case .listen: [.addressInUse]
      case .mkdir, .mkdirat, .rename: [.noSpace, .readOnlyFileSystem]
      case .mmap: [.noMemory]
      case .open, .openat, .openat2: [.permissionDenied, .tooManyOpenFiles]
      case .pipe, .socket: [.tooManyOpenFiles]
      case .write: [.noSpace]
      }
    return self == .close ? own : own + [.interrupted]
  }
}
