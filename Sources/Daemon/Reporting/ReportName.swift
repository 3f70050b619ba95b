// The names of report files: the app, the time, and a number if one second has several.
import Linux
import Reports

/// `notes-2026-11-21-103012.ips`, `JetsamEvent-2026-11-21-103012.000.ips`.
nonisolated struct ReportName: Hashable, Sendable {
  static let ending = ".ips"
  /// The number of processes of one app that may end in one second.
  private static let mostPerSecond = 1000

  /// The name without number and ending.
  private let base: String

  /// - Parameter subject: an app's name, or `JetsamEvent`. Any name that a bundle has becomes the plain name of a file.
  init(_ subject: String, at time: ReportTime) {
    let plain = subject.unicodeScalars.prefix(100).map { Self.isPlain($0) ? Character($0) : "_" }
    let name = String(plain.drop { $0 == "." || $0 == "-" })
    base = "\(name.isEmpty ? "app" : name)-\(time.fileStamp)"
  }

  /// Those to try, in order.
  var candidates: some Sequence<String> {
    (-1..<Self.mostPerSecond).lazy.map { [base] number in
      let digits = String(number)
      return number < 0
        ? base + Self.ending
        : base + "." + String(repeating: "0", count: 3 - digits.count) + digits + Self.ending
    }
  }

  /// Whether a file of the folder can be a report, as opposed to what a person may have put there.
  static func isReport(_ file: String) -> Bool {
    file.hasSuffix(ending) && !file.hasPrefix(".") && file.unicodeScalars.allSatisfy(isPlain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && UInt8(truncatingIfNeeded: scalar.value).isPortableInFileName
  }
}
