// Has the kernel refuse a test's system calls, one at a time.
import Glibc
package import Linux
import Synchronization
package import SystemPackage

/// Calls that are to fail, among those that a scenario makes: from the `number`th of its kind, counted from 0, so many.
package struct Failure: Sendable, CustomStringConvertible {
  package let call: SystemCall
  package let number: Int
  package let errno: Errno
  private let times: Int

  package init(call: SystemCall, number: Int, errno: Errno, times: Int = 1) {
    self.call = call
    self.number = number
    self.errno = errno
    self.times = times
  }

  func isOf(_ number: Int) -> Bool { (self.number..<self.number + times).contains(number) }

  package var description: String { "\(call.rawValue) #\(number) fails with \(errno)" }
}

/// The tests of a process share the gate of ``SystemCall`` and run side by side, so each has a rule of its own: for the
/// calls about files below its folder, by any thread, and for those about no file, such as socket(2), that its own task
/// makes.
package final class FailingCalls: Sendable {
  /// The calls that count.
  package enum Reach: Sendable {
    case folder(String)
    /// All that the task makes, on whatever file, such as /dev/null or /proc.
    case task
  }

  private let folder: String?
  private let failure: Failure?
  private let seen = Mutex<[SystemCall: Int]>([:])

  private static let rules = Mutex<[FailingCalls]>([])
  @TaskLocal private static var ofTask: FailingCalls?

  private init(_ reach: Reach, _ failure: Failure?) {
    switch reach {
    case .folder(let path): folder = realPath(path) ?? path
    case .task: folder = nil
    }
    self.failure = failure
  }

  /// The calls that have been made, by how often.
  package var counts: [SystemCall: Int] { seen.withLock { $0 } }

  /// Watches the calls of `body`, and lets `failure` happen, if there is one.
  @discardableResult @MainActor package static func during<Result>(
    _ reach: Reach, _ failure: Failure? = nil, _ body: @MainActor (FailingCalls) async throws -> Result
  ) async rethrows -> Result {
    let rule = FailingCalls(reach, failure)
    rules.withLock {
      $0.append(rule)
      SystemCall.setGate { call, subject in
        for rule in rules.withLock({ $0 }) { if let errno = rule.answer(call, subject) { return errno } }
        return nil
      }
    }
    defer { rule.end() }
    return try await $ofTask.withValue(rule) { try await body(rule) }
  }

  private func end() {
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
      guard let failure, failure.call == call, failure.isOf(number) else { return nil }
      return failure.errno
    }
  }

  private func isMine(_ subject: SystemCall.Subject) -> Bool {
    let isOfTask = Self.ofTask === self
    guard let folder else { return isOfTask }
    func isBelow(_ path: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }
    switch subject {
    case .path(let path): return isBelow(path)
    case .descriptor(let descriptor):
      let path = Self.path(of: descriptor)
      return path.hasPrefix("/") ? isBelow(path) : isOfTask
    case .nothing: return isOfTask
    }
  }

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
