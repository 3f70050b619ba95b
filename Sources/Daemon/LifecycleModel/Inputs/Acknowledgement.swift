// The ways in which an app acknowledges an event.

/// The answer of an app that has handled an event.
public enum Acknowledgement: Hashable, Codable, Sendable {
  case handled
  /// LA6: what willFinishLaunching and didFinishLaunching, or open url, returned.
  case answered(handled: Bool)
  /// The name of the configuration a scene was connected with.
  case connected(configuration: String?)
  /// SC5: one JSON object.
  case restorable(activity: String?)
  /// SN1: where in the container the picture is; nil when it has not changed.
  case pictured(file: String?)
  /// The elements on its screen: a JSON list.
  case elements(String)
  /// FG7: the name of the picture of its screen, and the picture where it is another than the asker has.
  case drawn(picture: String, svg: String?)
  /// It does not know this event.
  case unsupported
}
