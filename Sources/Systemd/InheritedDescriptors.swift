// What the service manager hands over at the start: listening sockets of a socket unit, and what was kept in its store.
import CSystemd
import Glibc

/// The descriptors that came with `LISTEN_FDS`, by their names (sd_listen_fds_with_names(3)).
public nonisolated struct InheritedDescriptors: Sendable {
  /// In the order they came. Whoever takes one up closes it.
  public private(set) var all: [(name: String, descriptor: CInt)]

  /// Takes them up: they are closed on exec from now on, and no child of this process takes them for its own.
  /// None when the service manager has handed nothing to this very process.
  public static func take() -> InheritedDescriptors {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count > 0, let names else { return InheritedDescriptors(all: []) }
    defer {
      for index in 0..<Int(count) { free(names[index]) }
      free(names)
    }
    return InheritedDescriptors(
      all: (0..<Int(count)).map { index in
        (names[index].map { String(cString: $0) } ?? "unknown", listenFirst + CInt(index))
      })
  }

  /// `SD_LISTEN_FDS_START`, which Swift does not import.
  private static let listenFirst: CInt = 3

  /// Takes out the first one of this name.
  public mutating func remove(_ name: String) -> CInt? {
    guard let index = all.firstIndex(where: { $0.name == name }) else { return nil }
    return all.remove(at: index).descriptor
  }
}

/// Whether `descriptor` is a stream socket of the Unix family that listens (sd_is_socket_unix(3)).
public nonisolated func isListeningUnixStream(_ descriptor: CInt) -> Bool {
  sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0
}
