// The picture of the screen of an app in front, for those who watch it (FG7).

import AgentProtocol
import Glibc

@MainActor enum LivePicture {
  /// Grows with every change of a window, and with every window that comes or goes.
  static var changes = 0
  private static var begun = -ScreenPicture.window
  private static var drawn = 0

  /// Draws the windows of one screen, unless it looks as in the picture that has been `seen`.
  static func answer(
    _ windows: [UIWindow], seen: String?, at now: TimeInterval = ProcessInfo.processInfo.systemUptime
  ) -> AckResult {
    UpdateCycle.flush()
    // A picture of an earlier process is none of this one's.
    let name = "\(getpid())-\(changes)"
    if now - begun >= ScreenPicture.window { (begun, drawn) = (now, 0) }
    guard name != seen else { return .drawn(picture: name, svg: nil) }
    guard drawn < ScreenPicture.allowance else { return .drawn(picture: seen ?? "", svg: nil) }
    let svg = Snapshot.svg(of: windows, size: UIScreen.main.bounds.size)
    guard svg.utf8.count <= ScreenPicture.longest else { return .drawn(picture: name, svg: tooLarge) }
    drawn += svg.utf8.count
    return .drawn(picture: name, svg: svg)
  }

  /// In place of a picture that is longer than may be.
  static let tooLarge = """
    <svg xmlns="http://www.w3.org/2000/svg" width="390" height="844" viewBox="0 0 390 844">
    <rect width="390" height="844" fill="#888"/>
    <text x="195" y="422" text-anchor="middle" font-family="sans-serif" font-size="17" fill="#fff">\
    This screen is too large to be shown here.</text>
    </svg>

    """
}
