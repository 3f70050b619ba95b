// The descriptors that this process got at its start: from the service manager, those of a socket unit and those
// in the store; or from the program that it has replaced.
import CSystemd
import Glibc
import Linux

/// The descriptors of this process at its start: from the service manager (sd_listen_fds_with_names(3)), or the program
/// that it has replaced.
public nonisolated struct InheritedDescriptors {
  private var byName: [String: [CInt]] = [:]
  /// Whether another program was this process before, and has handed its descriptors over.
  public private(set) var haveBeenHandedOver = false

  /// Empty.
  public init() {}

  /// Takes them, once: ``closeRest()`` closes those that nobody asks for.
  public static func take() -> InheritedDescriptors {
    var inherited = InheritedDescriptors()
    inherited.takeFromServiceManager()
    inherited.takeFromPredecessor()
    return inherited
  }

  private mutating func takeFromServiceManager() {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count > 0 else { return }
    for index in 0..<Int(count) {
      let name = names?[index].map { String(cString: $0) } ?? ""
      free(names?[index])
      byName[name, default: []].append(LowDescriptors.yielded(by: Self.listenFirst + CInt(index)))
    }
    free(names)
  }

  public func has(_ name: String) -> Bool { byName[name] != nil }

  /// The one of that name, which is the caller's from now on; of several, all but one are closed.
  public mutating func remove(_ name: String) -> CInt? {
    let all = byName.removeValue(forKey: name) ?? []
    for descriptor in all.dropFirst() { try? Sys.close(descriptor) }
    return all.first
  }

  /// Has the programs that this process starts inherit those of the names that are wanted, at whatever numbers (execve(2)).
  ///
  /// - Returns: whether there is one.
  public func passOn(_ isWanted: (String) -> Bool) -> Bool {
    var isPassed = false
    for descriptor in byName.filter({ isWanted($0.key) }).values.joined() {
      if (try? Sys.fcntl(descriptor, F_SETFD, 0)) != nil { isPassed = true }
    }
    return isPassed
  }

  /// Those that nobody has asked for leave the service manager's store too: the daemon before could not tell it that their
  /// processes have ended.
  public mutating func closeRest() {
    for (name, all) in byName {
      for descriptor in all { try? Sys.close(descriptor) }
      DescriptorStore.drop(name)
    }
    byName = [:]
  }

  /// `SD_LISTEN_FDS_START`, which Swift does not import.
  private static let listenFirst: CInt = 3

  // MARK: From one program to the next in the same process

  private static let variable = "ROOST_DESCRIPTORS"

  /// The environment variable by which a program that this process becomes by execve(2) finds `descriptors`. Their
  /// numbers stay what they are; the caller has taken FD_CLOEXEC off them.
  public static func assignment(_ descriptors: [String: CInt]) -> String {
    "\(variable)=\(getpid())" + descriptors.map { ",\($0.key)=\($0.value)" }.joined()
  }

  private mutating func takeFromPredecessor() {
    guard let text = getenv(Self.variable).map({ String(cString: $0) }) else { return }
    unsetenv(Self.variable)
    let fields = text.split(separator: ",")
    // A variable that has leaked into another process means nothing there.
    guard let pid = fields.first, pid_t(pid) == getpid() else { return }
    haveBeenHandedOver = true
    for field in fields.dropFirst() {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let descriptor = CInt(parts[1]),
        (try? Sys.fcntl(descriptor, F_SETFD, FD_CLOEXEC)) != nil
      else {
        continue
      }
      byName[String(parts[0]), default: []].append(LowDescriptors.yielded(by: descriptor))
    }
  }
}

/// Whether `descriptor` is a stream socket of the Unix family that listens (sd_is_socket_unix(3)).
public nonisolated func isListeningUnixStream(_ descriptor: CInt) -> Bool {
  sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0
}
