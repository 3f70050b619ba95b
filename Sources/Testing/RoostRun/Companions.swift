// The programs that a device is made of.
import Foundation

enum Companions {
  /// Beside this program where both are built; installed, this one is in `libexec/roost`, roostctl in `bin`, and roostd in
  /// `sbin` or `bin`.
  static func path(of name: String) -> String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let prefix = own.deletingLastPathComponent().deletingLastPathComponent()
    let places = [own, prefix.appendingPathComponent("bin"), prefix.appendingPathComponent("sbin")]
    let paths = places.map { $0.appendingPathComponent(name).path }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
  }
}
