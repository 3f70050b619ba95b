// The picture of the app, or of one of its scenes, that roostd takes after didEnterBackground (SN1, SN2).

@MainActor enum AppPicture {
  /// The longest picture in bytes that roostd takes (`ContainerFile.limit`).
  static let longest = 4 << 20

  /// Draws the windows as they are into a file; its path in the container, nil when nothing has changed since the last.
  static func render(of scene: UIWindowScene?, for application: UIApplication) -> String? {
    UpdateCycle.settle()
    let isIgnored = scene?.ignoresNextSnapshot ?? application.ignoresNextSnapshot
    let windows = UIWindow.all.filter { scene == nil || $0.windowScene === scene }
    let path = path(of: scene)
    let file = NSHomeDirectory() + "/" + path
    let isThere = FileManager.default.fileExists(atPath: file)
    let isDue = isIgnored || windows.contains(where: \.hasChangesSinceSnapshot)
    // LA3: of a launch in the background nothing has been on the screen; the picture of the time before is better.
    let isBetter = application.hasBeenActive || isIgnored
    guard !isThere || (isDue && isBetter) else { return nil }
    do {
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      // SN2: an empty screen, for none at all would leave an older picture where it is.
      let seen = isIgnored ? [] : windows
      let svg = Snapshot.svg(of: seen, size: UIScreen.main.bounds.size)
      // roostd refuses a longer one, and would go on showing the one before.
      let kept = svg.utf8.count <= longest ? svg : LivePicture.tooLarge
      try Data(kept.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
      for window in windows { window.hasChangesSinceSnapshot = isIgnored }
      return path
    } catch {
      FileHandle.standardError.write(Data("unable to draw the app's picture: \(error)\n".utf8))
      return nil
    }
  }

  /// Relative to the container.
  private static func path(of scene: UIWindowScene?) -> String {
    "Library/Caches/Snapshots/\(AppInfo.identifier)/\(scene?.session.persistentIdentifier ?? "main").svg"
  }
}
