// Descriptors that outlive this process: kept by the service manager, or handed to the program that replaces it.
import CSystemd
import Glibc

/// The file descriptor store of the service manager (sd_pid_notify_with_fds(3), `FDSTORE=1`).
public nonisolated enum DescriptorStore {
  /// Hands a copy of `descriptor` to the service manager, which gives it to the next process of this service. It is
  /// not watched: a process that ends meanwhile must leave its pidfd behind (`FDPOLL=0`).
  ///
  /// - Returns: false when no service manager listens.
  @discardableResult
  public static func keep(_ descriptor: CInt, as name: String) throws(SystemCallError) -> Bool {
    let message = "FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)"
    return try withUnsafePointer(to: descriptor) { pointer in
      Result { () throws(SystemCallError) in
        try check(sd_pid_notify_with_fds(0, 0, message, pointer, 1), "keep a descriptor with the service manager") > 0
      }
    }.get()
  }

  /// Takes every descriptor of that name out of the store; one that is not in it is no failure.
  public static func drop(_ name: String) {
    _ = sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(name)")
  }
}

/// What this process was given at its start: by the service manager (sd_listen_fds_with_names(3)), or by the program
/// that it has replaced.
public nonisolated struct InheritedDescriptors {
  private var byName: [String: [CInt]] = [:]

  /// Empty.
  public init() {}

  /// Takes them, once: what is not asked for is closed by ``closeRest()``.
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
      byName[name, default: []].append(SD_LISTEN_FDS_START + CInt(index))
    }
    free(names)
  }

  /// Those of one name, which are the caller's from now on.
  public mutating func remove(_ name: String) -> [CInt] { byName.removeValue(forKey: name) ?? [] }

  /// The one of a name that only one should have.
  public mutating func removeOne(_ name: String) -> CInt? {
    let all = remove(name)
    for descriptor in all.dropFirst() { close(descriptor) }
    return all.first
  }

  /// The names of those that nobody has asked for.
  public var names: [String] { Array(byName.keys) }

  public mutating func closeRest() {
    for descriptor in byName.values.joined() { close(descriptor) }
    byName = [:]
  }

  // MARK: From one program to the next in the same process

  private static let variable = "ROOST_DESCRIPTORS"

  /// The environment variable by which a program that this process becomes by execve(2) finds `descriptors`. Their
  /// numbers stay what they are; who calls this has taken FD_CLOEXEC off them.
  public static func assignment(_ descriptors: [String: CInt]) -> String {
    "\(variable)=\(getpid())" + descriptors.map { ",\($0.key)=\($0.value)" }.joined()
  }

  private mutating func takeFromPredecessor() {
    guard let text = getenv(Self.variable).map({ String(cString: $0) }) else { return }
    unsetenv(Self.variable)
    let fields = text.split(separator: ",")
    // A variable that has leaked into another process means nothing there.
    guard let pid = fields.first, pid_t(pid) == getpid() else { return }
    for field in fields.dropFirst() {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let descriptor = CInt(parts[1]), fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { continue }
      byName[String(parts[0]), default: []].append(descriptor)
    }
  }
}
