// The member of NSLocale that Foundation on Linux leaves out.

extension NSLocale {
  /// See `Locale.autoupdatingCurrent`.
  public class var autoupdatingCurrent: Locale { Locale.autoupdatingCurrent }
}
