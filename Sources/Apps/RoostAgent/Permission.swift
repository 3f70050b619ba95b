// The user's permissions for the app, by which Apple's own names in other modules are kept (PR).

import AgentProtocol
import Dispatch

/// The user's permission for a service.
public enum Permission: String, Sendable {
  case undetermined, granted, denied

  /// The services, by their names on the wire (roost-agent(7)).
  public enum Service: String, Sendable, CaseIterable {
    case notifications, location, camera, microphone, contacts, photos, tracking, bluetooth, localNetwork
  }

  /// The permission as it is now. Nil where no roostd, or an older one, runs the app: nobody decides then.
  public static func of(_ service: Service) -> Permission? {
    guard case .permission(let word)? = try? Channel.ofApp?.request(.permission(service: service.rawValue)) else {
      return nil
    }
    return Permission(rawValue: word)
  }

  /// Asks the user where nothing is decided. `answered` is called on a thread of its own: nil as of ``of(_:)``.
  public static func ask(for service: Service, answered: @escaping @Sendable (Permission?) -> Void) {
    guard let channel = Channel.ofApp else { return DispatchQueue.global().async { answered(nil) } }
    channel.request(.requestPermission(service: service.rawValue)) { result in
      var permission: Permission?
      if case .success(.permission(let word)) = result { permission = Permission(rawValue: word) }
      DispatchQueue.global().async { [permission] in answered(permission) }
    }
  }
}
