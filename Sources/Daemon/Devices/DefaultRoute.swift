// The default routes of the machine, as the kernel lists them in proc(5).
import Linux
import SystemPackage
import Systemd

/// A way to everywhere, by one interface of the network.
nonisolated struct DefaultRoute: Hashable {
  /// Such as `eth0`; the kernel takes no name with a slash.
  var interface: String
  /// The lowest is taken.
  var metric: UInt32

  /// Lines of a list that are read: a default route is among the first, and a router has a million others.
  private static let most = 4096

  /// Those of IPv4, then those of IPv6, the one that is taken first.
  ///
  /// - Parameter folder: `/proc/self/net`
  static func all(in folder: String) throws(SystemCallError) -> [DefaultRoute] {
    try routes(folder + "/route", ofIPv4).sorted { $0.metric < $1.metric }
      + routes(folder + "/ipv6_route", ofIPv6).sorted { $0.metric < $1.metric }
  }

  /// None where the kernel does not speak that protocol.
  private static func routes(
    _ path: String, _ route: ([Substring]) -> DefaultRoute?
  ) throws(SystemCallError) -> [DefaultRoute] {
    do throws(Errno) {
      var lines = try FileLines(path)
      var found: [DefaultRoute] = []
      for _ in 0..<most {
        guard let line = try lines.next() else { break }
        let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
        if let usable = route(words) { found.append(usable) }
      }
      return found
    } catch {
      if error == .noSuchFileOrDirectory { return [] }
      throw SystemCallError(action: "read \(path)", errno: error)
    }
  }

  /// Interface, destination, gateway, flags, references, use, metric, mask, and more.
  private static func ofIPv4(_ words: [Substring]) -> DefaultRoute? {
    guard words.count > 7, words[1] == "00000000", words[7] == "00000000", isUsable(words[3]),
      let metric = UInt32(words[6])
    else { return nil }
    return DefaultRoute(interface: String(words[0]), metric: metric)
  }

  /// Destination and its length, source and its length, next hop, metric, references, use, flags, interface.
  private static func ofIPv6(_ words: [Substring]) -> DefaultRoute? {
    guard words.count == 10, words[0].allSatisfy({ $0 == "0" }), words[1] == "00", isUsable(words[8]),
      let metric = UInt32(words[5], radix: 16), words[9] != "lo"
    else { return nil }
    return DefaultRoute(interface: String(words[9]), metric: metric)
  }

  /// RTF_UP and not RTF_REJECT of linux/route.h.
  private static func isUsable(_ flags: Substring) -> Bool {
    guard let flags = UInt32(flags, radix: 16) else { return false }
    return flags & 0x1 != 0 && flags & 0x200 == 0
  }
}
