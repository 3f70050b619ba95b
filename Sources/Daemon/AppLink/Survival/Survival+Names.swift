// The names by which the next daemon finds a process's descriptors, and its mark in the environment.
package import LifecycleModel

extension Survival {
  /// The descriptors that an app depends on.
  package enum Descriptor: String { case process, events, replies, notify }

  /// The name of one descriptor in the service manager's store.
  package func name(_ descriptor: Descriptor, of serial: ProcessSerial) -> String {
    "\(era.prefix(8))-\(serial.number)-\(descriptor.rawValue)"
  }

  /// The mark in the environment of an app's processes, by which strays can be told from others.
  package func mark(of serial: ProcessSerial) -> String { "\(era.prefix(8))-\(serial.number)" }
}
