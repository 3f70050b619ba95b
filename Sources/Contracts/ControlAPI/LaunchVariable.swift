// A variable that a client wants in the environment of an app (environ(7)).

/// One `NAME=VALUE`.
public struct LaunchVariable: Hashable, Sendable {
  public let name: String
  public let value: String

  /// How many one launch may have.
  public static let most = 100
  /// The bytes of them all together.
  public static let mostBytes = 32_768
  /// The form of one, for a person who has it wrong.
  public static let form = "NAME=VALUE, and not one that the system reads, such as LD_PRELOAD, HOME or ROOST_…"

  /// Nil where it has not the form, or its name belongs to the daemon, the C library or the dynamic linker: an app's home,
  /// channel and folders are where its sandbox lets it be.
  public init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    name = String(text[..<sign])
    value = String(text[text.index(after: sign)...])
    guard Self.isName(name), !Self.isReserved(name), !value.utf8.contains(0) else { return nil }
  }

  /// All of them, the last of a name counts; nil where one cannot be, or they are too many.
  public static func all(_ texts: [String]) -> [String: String]? {
    guard texts.count <= most, texts.reduce(0, { $0 + $1.utf8.count }) <= mostBytes else { return nil }
    var variables: [String: String] = [:]
    for text in texts {
      guard let variable = LaunchVariable(text) else { return nil }
      variables[variable.name] = variable.value
    }
    return variables
  }

  /// POSIX, “Environment Variable Definition”: letters, digits and "_", and no digit first.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
        || (0x61...0x7a).contains(byte)
    }
  }

  private static func isReserved(_ name: String) -> Bool {
    // The size of its screen is the app's own affair.
    if name == "ROOST_SCREEN" { return false }
    return reserved.contains(name) || name.hasPrefix("LD_") || name.hasPrefix("ROOST_")
  }

  private static let reserved: Set<String> = [
    // ld.so(8)
    "GLIBC_TUNABLES", "GCONV_PATH", "LOCPATH", "NLSPATH", "MALLOC_TRACE",
    // The container's.
    "HOME", "CFFIXED_USER_HOME", "TMPDIR", "PWD", "XDG_RUNTIME_DIR",
    // The daemon's other channels to a process.
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "MEMORY_PRESSURE_WATCH",
  ]
}
