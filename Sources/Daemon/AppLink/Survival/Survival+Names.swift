// By which names the next daemon finds what belongs to a process: its descriptors, and its mark in the environment.
package import LifecycleModel

extension Survival {
  /// What an app hangs on.
  package enum Descriptor: String { case process, events, replies, notify }

  /// The name of one descriptor in the service manager's store.
  package func name(_ descriptor: Descriptor, of serial: ProcessSerial) -> String {
    "\(era.prefix(8))-\(serial.number)-\(descriptor.rawValue)"
  }

  /// What an app's processes carry in their environment, so that strays can be told from others.
  package func mark(of serial: ProcessSerial) -> String { "\(era.prefix(8))-\(serial.number)" }
}
