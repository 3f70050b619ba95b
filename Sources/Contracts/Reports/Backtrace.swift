// The backtrace of a process: the frames of its main thread, and the files that their code is in.

/// The main thread of a process, as `roost-backtrace` prints it.
public struct Backtrace: Hashable, Codable, Sendable {
  /// The kinds of processor that a backtrace can be of.
  public enum Architecture: String, Codable, Sendable {
    case x86_64, arm64
  }

  /// One call that had not returned.
  public struct Frame: Hashable, Codable, Sendable {
    /// 0 for the innermost.
    public var index: Int
    /// The place where the processor was, or will return to.
    public var address: UInt64
    /// The function's name as its author wrote it; nil when the file has no name for the address.
    public var symbol: String?
    /// The same as the linker knows it.
    public var rawSymbol: String?
    /// Bytes from the function's beginning.
    public var symbolOffset: UInt64?
    /// Position in ``Backtrace/images``; nil for code that is in no file.
    public var image: Int?
    /// Bytes from the image's base.
    public var imageOffset: UInt64?
    /// The path of the source when it was compiled, if the file still says so.
    public var sourceFile: String?
    public var sourceLine: Int?

    public init(index: Int, address: UInt64) {
      self.index = index
      self.address = address
    }
  }

  /// A file that is mapped into the process.
  public struct Image: Hashable, Codable, Sendable {
    public var base: UInt64
    /// Bytes of address space.
    public var size: UInt64
    public var name: String
    public var path: String
    /// Hexadecimal digits, as `file` prints them; nil when the linker left none.
    public var buildID: String?

    public init(base: UInt64, size: UInt64, path: String, buildID: String?) {
      self.base = base
      self.size = size
      self.path = path
      self.buildID = buildID
      name = path.split(separator: "/").last.map(String.init) ?? path
    }
  }

  /// A register of the innermost frame.
  public struct Register: Hashable, Codable, Sendable {
    /// As the processor's manual calls it, such as `rip`.
    public var name: String
    public var value: UInt64

    public init(name: String, value: UInt64) {
      self.name = name
      self.value = value
    }
  }

  public var pid: Int32
  public var architecture: Architecture
  /// The innermost first.
  public var frames: [Frame]
  /// Those that frames are in, in the order of their first frame.
  public var images: [Image]
  public var registers: [Register]
  /// The reason why there are no more frames, where the stack does not simply end.
  public var incomplete: String?

  public init(
    pid: Int32, architecture: Architecture, frames: [Frame] = [], images: [Image] = [], registers: [Register] = [],
    incomplete: String? = nil
  ) {
    self.pid = pid
    self.architecture = architecture
    self.frames = frames
    self.images = images
    self.registers = registers
    self.incomplete = incomplete
  }
}

extension Backtrace {
  /// The most frames that are taken of a stack; a runaway recursion has many more.
  public static let frameLimit = 512
  /// The most bytes that `roost-backtrace` prints.
  public static let outputLimit = 1 << 20
  /// Seconds after which `roost-backtrace` gives up.
  public static let timeLimit = 5
}
