// The facts about the machine that reports contain.
import Glibc
import LifecycleModel
import Linux
package import Processes
package import Reports
import Systemd

extension IPSReport.System {
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
  /// The machine's as it is now; all 0 when the kernel does not tell.
  package static func current(kernel: Kernel, pageSize: Int64) -> Self {
    MemoryPages(meminfo: (try? kernel.readFile("/proc/meminfo")) ?? [], pageSize: pageSize)
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
