// The failures of a call over D-Bus: the service replied with an error, or the reply could not be read.
import CSystemd
import Glibc

/// The reason why a call has no result; reads "org.freedesktop.DBus.Error.ServiceUnknown: The name … was not provided
/// by …".
public nonisolated enum BusError: Error, Equatable, CustomStringConvertible {
  /// An error reply, of the service, the bus or, for a time-out and a lost connection, sd-bus itself.
  case reply(name: String, message: String)
  case unreadable(SystemCallError)

  public var description: String {
    switch self {
    case .reply(let name, let message): message.isEmpty ? name : "\(name): \(message)"
    case .unreadable(let error): "\(error)"
    }
  }

  /// Of the text no more than of any other: it comes to stand in the log.
  init(_ error: sd_bus_error) {
    func beginning(_ text: UnsafePointer<CChar>?) -> String {
      guard let text else { return "" }
      let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, BusMessage.longestText))
      return String(decoding: bytes, as: UTF8.self)
    }
    self = .reply(name: beginning(error.name), message: beginning(error.message))
  }
}
