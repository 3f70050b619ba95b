// Unwinding a thread with libdw, and naming what is found (elfutils, libdwfl.h).
import CElfutils
import Glibc
import Reports

/// The process that libdw's callbacks are about, which take no argument of ours.
///
/// Unsafe: the one thread of this program sets it once, before libdw calls anything.
nonisolated(unsafe) private var inspected: Subject?

/// A session of libdw with one process. It reads through what is open, as nobody who might open more.
final class Stack {
  private let subject: Subject
  private let session: OpaquePointer
  /// libdw keeps the address of both.
  private let callbacks: UnsafeMutablePointer<Dwfl_Callbacks>
  private let debugPath: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private let attachment: UnsafeMutablePointer<Dwfl_Thread_Callbacks>

  /// Reads what the process has mapped.
  init(of subject: Subject) throws(Failure) {
    self.subject = subject
    inspected = subject
    // Symbols of their own for files that are stripped: where packages and `make install-debug` put them, and never from
    // the network.
    unsetenv("DEBUGINFOD_URLS")
    debugPath = .allocate(capacity: 1)
    debugPath.initialize(to: strdup(":.debug:/usr/lib/debug:/usr/local/lib/debug"))
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(
      to: Dwfl_Callbacks(
        find_elf: { Stack.findFile($0, $1, $2, $3, $4, $5) }, find_debuginfo: dwfl_standard_find_debuginfo,
        section_address: nil, debuginfo_path: debugPath))
    attachment = .allocate(capacity: 1)
    attachment.initialize(
      to: Dwfl_Thread_Callbacks(
        next_thread: { _, _, _ in 0 }, get_thread: { _, thread, _, _ in thread == inspected?.thread },
        memory_read: { _, address, word, _ in Stack.readWord(at: address, word) },
        set_initial_registers: { thread, _ in Stack.setRegisters(of: thread) }, detach: nil, thread_detach: nil))
    guard let session = dwfl_begin(callbacks) else { throw Self.failure("start libdw", subject.pid) }
    self.session = session
    guard report() == 0, dwfl_report_end(session, nil, nil) == 0 else {
      throw Self.failure("read the mappings", subject.pid)
    }
  }

  /// Tells libdw what is mapped where; the kernel's own functions have no file (vdso(7)).
  private func report() -> CInt {
    if let kernel = subject.mapped.first(where: { $0.name == Self.kernelFunctions }) {
      dwfl_report_module(session, kernel.name, kernel.range.lowerBound, kernel.range.upperBound)
    }
    var text = subject.mappings
    return text.withUnsafeMutableBytes {
      guard let file = fmemopen($0.baseAddress, $0.count, "r") else { return -1 }
      defer { fclose(file) }
      return dwfl_linux_proc_maps_report(session, file)
    }
  }

  private static let kernelFunctions = "[vdso]"

  deinit {
    dwfl_end(session)
    callbacks.deallocate()
    attachment.deallocate()
    free(debugPath.pointee)
    debugPath.deallocate()
  }

  private static func failure(_ action: String, _ pid: pid_t) -> Failure {
    Failure("unable to \(action) of process \(pid): \(lastError)")
  }

  private static var lastError: String { dwfl_errmsg(-1).map { String(cString: $0) } ?? "unknown error" }

  // MARK: Callbacks

  /// A descriptor of the file, or -1 and perhaps a file in memory (Dwfl_Callbacks in libdwfl.h).
  private static func findFile(
    _ module: OpaquePointer?, _ userdata: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ name: UnsafePointer<CChar>?,
    _ base: Dwarf_Addr, _ path: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ file: UnsafeMutablePointer<OpaquePointer?>?
  ) -> CInt {
    guard let subject = inspected, let name else { return -1 }
    let text = String(cString: name)
    if text.hasSuffix(Subject.deleted), text == subject.executablePath, subject.executable >= 0 {
      return dup(subject.executable)
    }
    guard text.hasSuffix(Subject.deleted) || text == kernelFunctions else {
      return dwfl_linux_proc_find_elf(module, userdata, name, base, path, file)
    }
    file?.pointee = MemoryImage.read(subject, at: base)
    return -1
  }

  private static func readWord(at address: Dwarf_Addr, _ word: UnsafeMutablePointer<Dwarf_Word>?) -> Bool {
    guard let subject = inspected, let place = off_t(exactly: address) else { return false }
    return pread(subject.memory, word, MemoryLayout<Dwarf_Word>.size, place) == MemoryLayout<Dwarf_Word>.size
  }

  private static func setRegisters(of thread: OpaquePointer?) -> Bool {
    guard let thread, var registers = inspected?.registers else { return false }
    return roost_set_registers(thread, &registers)
  }

  // MARK: Unwinding

  /// The calls of the thread, which is in a tracing stop, without their names.
  func unwind() throws(Failure) -> Backtrace {
    let (pid, thread) = (subject.pid, subject.thread)
    guard dwfl_attach_state(session, nil, pid, attachment, nil) else { throw Self.failure("unwind the stack", pid) }
    var walk = Walk()
    let result = withUnsafeMutablePointer(to: &walk) {
      dwfl_getthread_frames(session, thread, { Walk.take($0, $1) }, $0)
    }
    let error = Self.lastError
    guard !walk.frames.isEmpty else { throw Failure("unable to unwind the stack of process \(pid): \(error)") }
    var backtrace = Backtrace(pid: pid, architecture: Processor.architecture)
    backtrace.frames = walk.frames.enumerated().map { Backtrace.Frame(index: $0.offset, address: $0.element.address) }
    backtrace.registers = walk.registers
    if result == CInt(DWARF_CB_ABORT) {
      backtrace.incomplete = "there are more than \(Backtrace.frameLimit) frames"
    } else if result < 0, !walk.endsAtThreadStart(of: session) {
      backtrace.incomplete = "the stack cannot be followed further: \(error)"
    }
    calls = walk.frames
    return backtrace
  }

  private var calls: [Walk.Call] = []

  // MARK: Naming

  /// Fills in the names and files of what `unwind()` found. Source lines are looked for while there is time.
  func name(_ backtrace: inout Backtrace, while hasTime: () -> Bool) {
    var sources = SourceLines()
    var known: [OpaquePointer: Int] = [:]
    for (index, call) in calls.enumerated() {
      guard let module = dwfl_addrmodule(session, call.lookup) else { continue }
      if known[module] == nil {
        known[module] = backtrace.images.count
        backtrace.images.append(image(module))
      }
      guard let image = known[module] else { continue }
      backtrace.frames[index].image = image
      backtrace.frames[index].imageOffset = call.address &- backtrace.images[image].base
      nameFunction(of: call, module, &backtrace.frames[index])
      if let (file, line) = sources.find(call.lookup, in: module, while: hasTime) {
        backtrace.frames[index].sourceFile = Self.bounded(file)
        backtrace.frames[index].sourceLine = line
      }
    }
  }

  private func nameFunction(of call: Walk.Call, _ module: OpaquePointer, _ frame: inout Backtrace.Frame) {
    var offset: GElf_Off = 0
    var symbol = GElf_Sym()
    guard let name = dwfl_module_addrinfo(module, call.lookup, &offset, &symbol, nil, nil, nil) else { return }
    let raw = String(cString: name)
    frame.rawSymbol = Self.bounded(raw)
    frame.symbol = Self.bounded(demangled(raw))
    frame.symbolOffset = offset &+ (call.address &- call.lookup)
  }

  private func image(_ module: OpaquePointer) -> Backtrace.Image {
    var start: Dwarf_Addr = 0
    var end: Dwarf_Addr = 0
    let path = dwfl_module_info(module, nil, &start, &end, nil, nil, nil, nil).map { String(cString: $0) } ?? ""
    var bias: GElf_Addr = 0
    // Only a module whose file has been opened has a build ID.
    dwfl_module_getelf(module, &bias)
    var bytes: UnsafePointer<UInt8>?
    var address: GElf_Addr = 0
    let count = dwfl_module_build_id(module, &bytes, &address)
    let buildID = bytes.map { Self.hexadecimal(UnsafeBufferPointer(start: $0, count: Int(max(0, count)))) }
    return Backtrace.Image(base: start, size: end &- start, path: Self.bounded(path), buildID: buildID)
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The maker of the file chose its names; some of C++ and Swift are really long.
  private static func bounded(_ name: String) -> String {
    name.utf8.count <= nameLimit ? name : String(decoding: name.utf8.prefix(nameLimit), as: UTF8.self) + "…"
  }

  private static let nameLimit = 1024
}
