// The registers of the processor this program was built for, numbered as in DWARF.
import CElfutils
import Reports

enum Processor {
  #if arch(x86_64)
    static let architecture = Backtrace.Architecture.x86_64
    /// System V ABI for AMD64, figure 3.36.
    private static let names = [
      "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
    ]
    private static let programCounter = "rip"
  #elseif arch(arm64)
    static let architecture = Backtrace.Architecture.arm64
    /// DWARF for the Arm 64-bit Architecture, section 4.1.
    private static let names = (0...28).map { "x\($0)" } + ["fp", "lr", "sp"]
    private static let programCounter = "pc"
  #endif

  /// Those that are known in `frame`, the program counter last.
  static func registers(of frame: OpaquePointer, at address: UInt64) -> [Backtrace.Register] {
    let general = names.enumerated().compactMap { number, name -> Backtrace.Register? in
      var value: Dwarf_Word = 0
      guard dwfl_frame_reg(frame, UInt32(number), &value) == 0 else { return nil }
      return Backtrace.Register(name: name, value: value)
    }
    return general + [Backtrace.Register(name: programCounter, value: address)]
  }
}
