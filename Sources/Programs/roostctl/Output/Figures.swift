// Numbers and names as people read them.
import ControlAPI

enum Figures {
  /// Bytes, in powers of 1024.
  static func bytes(_ count: Int64) -> String {
    switch count {
    case ..<1024: "\(count) B"
    case ..<(1 << 20): "\(tenths(Double(count) / 1024)) KB"
    case ..<(1 << 30): "\(tenths(Double(count) / Double(1 << 20))) MB"
    default: "\(tenths(Double(count) / Double(1 << 30))) GB"
    }
  }

  static func duration(nanoseconds: Int64) -> String {
    switch nanoseconds {
    case ..<1_000_000: "\(tenths(Double(nanoseconds) / 1e3)) us"
    case ..<1_000_000_000: "\(tenths(Double(nanoseconds) / 1e6)) ms"
    default: "\(tenths(Double(nanoseconds) / 1e9)) s"
    }
  }

  /// Seconds with three places, for a timeline.
  static func seconds(nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let places = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: max(0, 3 - places.count)))\(places)"
  }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

extension AppStatus.State {
  var style: Terminal.Style {
    switch self {
    case .notRunning: .faint
    case .inactive: .yellow
    case .active: .green
    case .background: .cyan
    case .suspended: .plain
    }
  }
}

extension ExitRecord {
  /// An end that an app's user would call trouble stands out.
  var style: Terminal.Style { code != nil || signal != nil ? .red : .plain }
}
