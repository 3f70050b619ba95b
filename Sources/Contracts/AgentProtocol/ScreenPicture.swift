// The bounds of pictures that apps draw of their screens for those who watch (FG7).

public enum ScreenPicture {
  /// The longest picture in bytes: an app's lines have an allowance, and its other answers must find room in it.
  public static let longest = 64 << 10
  /// All that an app draws in ``window``, in bytes: half of what ends an app that writes too much.
  public static let allowance = 2 << 20
  /// In seconds.
  public static let window = 10.0
  /// The longest name of a picture in bytes.
  public static let longestName = 200
}
