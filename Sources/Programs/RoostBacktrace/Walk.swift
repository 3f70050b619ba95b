// Collects the frames that libdw finds, one by one.
import CElfutils
import Reports

/// The calls of one thread, the innermost first.
struct Walk {
  struct Call {
    let address: UInt64
    /// An address inside the call itself: the one it returns to may already belong to the next function.
    let lookup: UInt64
  }

  private(set) var frames: [Call] = []
  private(set) var registers: [Backtrace.Register] = []

  /// A callback of dwfl_getthread_frames; `walk` is the address of a `Walk`.
  static func take(_ frame: OpaquePointer?, _ walk: UnsafeMutableRawPointer?) -> CInt {
    guard let frame, let walk = walk?.assumingMemoryBound(to: Walk.self) else { return CInt(DWARF_CB_ABORT) }
    guard walk.pointee.frames.count < Backtrace.frameLimit else { return CInt(DWARF_CB_ABORT) }
    var address: Dwarf_Addr = 0
    var isActivation = false
    guard dwfl_frame_pc(frame, &address, &isActivation) else { return CInt(DWARF_CB_OK) }
    if walk.pointee.frames.isEmpty { walk.pointee.registers = Processor.registers(of: frame, at: address) }
    let lookup = isActivation || address == 0 ? address : address - 1
    walk.pointee.frames.append(Call(address: address, lookup: lookup))
    return CInt(DWARF_CB_OK)
  }

  /// Whether the last frame is the one that the kernel or clone(2) started, below which there is nothing: libdw answers
  /// with an error there on some systems.
  func endsAtThreadStart(of session: OpaquePointer) -> Bool {
    guard let last = frames.last, let module = dwfl_addrmodule(session, last.lookup) else { return true }
    guard let name = dwfl_module_addrname(module, last.lookup) else { return false }
    return ["_start", "clone", "clone3", "_dl_start_user"].contains(String(cString: name))
  }
}
