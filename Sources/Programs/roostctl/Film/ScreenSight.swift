// The screen of the device as one look finds it: the picture of the app in front, or why there is none.
import ControlAPI

enum ScreenSight: Equatable {
  /// The app in front, the name of its picture, and the picture.
  case picture(app: String, name: String, svg: String)
  /// Nothing is in front, or something that draws nothing.
  case words(String)

  /// A hung app would hold up the film; milliseconds.
  private static let patience: Int64 = 2000

  /// - Parameter before: the sight that the film shows now.
  /// - Returns: `before` where nothing has changed, where the app in front has drawn it but hangs, and where that app is not active: it
  ///   comes forward, or is under an alert.
  static func look(_ client: ControlClient, before: Self?) throws(ControlFailure) -> Self {
    let device = try client.call(DeviceInterface.GetState(), timeout: ConnectionOptions.patience)
    guard !device.locked else { return .words("The device is locked.") }
    guard let app = device.front.first else { return .words("No app is in front.") }
    var seen: String?
    if case .picture(app, let name, _) = before { seen = name }
    // One that was refused may have become active just after that.
    for _ in 1...2 {
      do throws(ControlFailure) {
        let request = AppsInterface.Picture(id: app, seen: seen, timeout: patience)
        let reply = try client.call(request, timeout: ConnectionOptions.patience)
        if let svg = reply.svg { return .picture(app: app, name: reply.picture, svg: svg) }
      } catch {
        guard case .refused = error else { throw error }
      }
      guard let before else { break }
      if seen != nil { return before }
      let status = try? client.call(AppsInterface.Status(id: app), timeout: ConnectionOptions.patience)
      if status?.app.state != .active { return before }
    }
    return .words("The app in front draws nothing.")
  }
}
