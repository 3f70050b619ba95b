// The facts about the machine that reports contain.
import Glibc
import LifecycleModel
package import Linux
package import Reports
import Systemd

nonisolated extension IPSReport.System {
  /// The machine as it is now.
  package static func current() -> Self {
    var name = utsname()
    uname(&name)
    return Self(
      version: .init(train: distribution() ?? text(of: name.sysname), build: text(of: name.release)),
      model: text(of: name.machine), uptime: Int(nanoseconds(of: CLOCK_BOOTTIME) / 1_000_000_000), daemonPID: getpid())
  }

  /// uname(2) on one line, as a JetsamEvent has it.
  package static func kernel() -> String {
    var name = utsname()
    uname(&name)
    return [text(of: name.sysname), text(of: name.release), text(of: name.version)].joined(separator: " ")
  }

  /// `PRETTY_NAME` of os-release(5).
  private static func distribution() -> String? {
    guard let bytes = try? SmallFile.read("/etc/os-release", limit: 1 << 16) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    return line.map { String($0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" && $0 != "'" }) }
  }

  /// A C array of characters.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension MemoryPages {
  /// The machine's memory in the words of JetsamEvent files.
  ///
  /// - Parameter pageSize: bytes of one page.
  package init(_ memory: MachineMemory, pageSize: Int64) {
    func pages(_ names: String...) -> Int64 {
      names.reduce(0) { $0 &+ Int64(clamping: memory[$1] / UInt64(max(1, pageSize))) }
    }
    self.init()
    active = pages("Active")
    inactive = pages("Inactive")
    free = pages("MemFree")
    wired = pages("Unevictable", "Slab", "KernelStack", "PageTables")
    anonymous = pages("AnonPages")
    fileBacked = pages("Cached")
    purgeable = pages("SReclaimable")
  }
}

extension AppState {
  /// The words that JetsamEvent files have for it.
  package var jetsamStates: [String] {
    switch self {
    case .active, .inactive: ["frontmost"]
    case .background: ["active"]
    case .suspended: ["suspended"]
    case .notRunning: []
    }
  }
}
