// The programs that a device is made of.
import Foundation

enum Companions {
  /// Beside this program where both are built; installed, this one is in `libexec/roost`, roostctl in `bin`, and roostd in
  /// `sbin` or `bin`.
  /// Nowhere else: a bare name would be one of the folder that it is called in, which may be anybody's.
  static func path(of name: String) throws -> String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let prefix = own.deletingLastPathComponent().deletingLastPathComponent()
    let places = [own, prefix.appendingPathComponent("bin"), prefix.appendingPathComponent("sbin")]
    let paths = places.map { $0.appendingPathComponent(name).path }
    if let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) { return path }
    throw Missing(name: name, places: places.map(\.path))
  }

  struct Missing: Error, CustomStringConvertible {
    let name: String
    let places: [String]

    var description: String {
      "unable to play scenarios: no \(name) is in \(places.joined(separator: ", ")); install it with `make install`, "
        + "or in a checkout build it with `make build`"
    }
  }
}
