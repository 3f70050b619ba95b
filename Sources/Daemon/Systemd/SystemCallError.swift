// A failed call of the kernel or libsystemd: the action that failed, and its errno.
public import SystemPackage

/// A call that failed; reads "unable to watch fd 7: Bad file descriptor".
public nonisolated struct SystemCallError: Error, Equatable, CustomStringConvertible {
  /// The action and its object, to be read after "unable to".
  public let action: String
  /// The reason why it failed, errno(3).
  public let errno: Errno

  /// The cure, where it is known here.
  public let cure: String?

  public init(action: String, errno: Errno, cure: String? = nil) {
    self.action = action
    self.errno = errno
    self.cure = cure
  }

  public var description: String { "unable to \(action): \(errno)" + (cure.map { "; \($0)" } ?? "") }
}

/// libsystemd returns a negative errno instead of setting it (sd-event(3)).
@discardableResult
nonisolated func check(_ result: CInt, _ action: @autoclosure () -> String) throws(SystemCallError) -> CInt {
  if result < 0 { throw SystemCallError(action: action(), errno: Errno(rawValue: -result)) }
  return result
}
