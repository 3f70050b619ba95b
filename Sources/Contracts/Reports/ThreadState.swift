// Registers in the shape that readers of .ips files expect: an array of numbered ones, and one key for each other.

/// The registers of a thread.
public struct ThreadState: Hashable, Sendable {
  public var architecture: Backtrace.Architecture
  public var registers: [Backtrace.Register]

  public init(architecture: Backtrace.Architecture, registers: [Backtrace.Register] = []) {
    self.architecture = architecture
    self.registers = registers
  }
}

extension ThreadState: Codable {
  private struct Value: Codable {
    var value: UInt64
    /// 1 on the program counter: it is that of the first frame.
    var matchesCrashFrame: Int?
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private static let flavor = Key("flavor")
  private static let numbered = Key("x")

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(architecture.flavor, forKey: Self.flavor)
    var numbered: [Value] = []
    for register in registers {
      if register.name == "x\(numbered.count)" {
        numbered.append(Value(value: register.value))
      } else {
        let matches = register.name == architecture.programCounter ? 1 : nil
        try container.encode(Value(value: register.value, matchesCrashFrame: matches), forKey: Key(register.name))
      }
    }
    if !numbered.isEmpty { try container.encode(numbered, forKey: Self.numbered) }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let flavor = try container.decode(String.self, forKey: Self.flavor)
    guard let architecture = [Backtrace.Architecture.x86_64, .arm64].first(where: { $0.flavor == flavor }) else {
      throw DecodingError.dataCorruptedError(
        forKey: Self.flavor, in: container, debugDescription: "no registers of this kind are known: \(flavor)")
    }
    let numbered = try container.decodeIfPresent([Value].self, forKey: Self.numbered) ?? []
    let names = container.allKeys.map(\.stringValue).filter { $0 != "x" && $0 != "flavor" }.sorted()
    self.architecture = architecture
    registers = numbered.enumerated().map { Backtrace.Register(name: "x\($0.offset)", value: $0.element.value) }
    for name in names {
      let value = try container.decode(Value.self, forKey: Key(name)).value
      registers.append(Backtrace.Register(name: name, value: value))
    }
  }
}

extension Backtrace.Architecture {
  /// Apple's names, in `flavor`, `cpuType` and `arch`.
  var flavor: String {
    switch self {
    case .x86_64: "x86_THREAD_STATE"
    case .arm64: "ARM_THREAD_STATE64"
    }
  }

  var cpuType: String {
    switch self {
    case .x86_64: "X86-64"
    case .arm64: "ARM-64"
    }
  }

  var programCounter: String {
    switch self {
    case .x86_64: "rip"
    case .arm64: "pc"
    }
  }

  /// Of the machine that this was built for.
  public static var current: Self {
    #if arch(arm64)
      .arm64
    #else
      .x86_64
    #endif
  }
}
