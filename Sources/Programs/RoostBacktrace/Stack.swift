// Unwinding a thread with libdw, and naming what is found (elfutils, libdwfl.h).
import CElfutils
import Glibc
import Reports

/// A session of libdw with one process.
final class Stack {
  private let pid: pid_t
  private let thread: pid_t
  private let session: OpaquePointer
  /// libdw keeps the address of both.
  private let callbacks: UnsafeMutablePointer<Dwfl_Callbacks>
  private let debugPath: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Reads what the process has mapped.
  init(of pid: pid_t, thread: pid_t) throws(Failure) {
    self.pid = pid
    self.thread = thread
    // Symbols of their own for files that are stripped: where packages and `make install-debug` put them, and never from
    // the network.
    unsetenv("DEBUGINFOD_URLS")
    debugPath = .allocate(capacity: 1)
    debugPath.initialize(to: strdup(":.debug:/usr/lib/debug:/usr/local/lib/debug"))
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(
      to: Dwfl_Callbacks(
        find_elf: dwfl_linux_proc_find_elf, find_debuginfo: dwfl_standard_find_debuginfo, section_address: nil,
        debuginfo_path: debugPath))
    guard let session = dwfl_begin(callbacks) else { throw Self.failure("start libdw", pid) }
    self.session = session
    guard dwfl_linux_proc_report(session, pid) == 0, dwfl_report_end(session, nil, nil) == 0 else {
      throw Self.failure("read the mappings", pid)
    }
  }

  deinit {
    dwfl_end(session)
    callbacks.deallocate()
    free(debugPath.pointee)
    debugPath.deallocate()
  }

  private static func failure(_ action: String, _ pid: pid_t) -> Failure {
    Failure("unable to \(action) of process \(pid): \(lastError)")
  }

  private static var lastError: String { dwfl_errmsg(-1).map { String(cString: $0) } ?? "unknown error" }

  // MARK: Unwinding

  /// The calls of the thread, which is in a tracing stop, without their names.
  func unwind() throws(Failure) -> Backtrace {
    let attached = dwfl_linux_proc_attach(session, pid, true)
    guard attached == 0 else {
      throw attached < 0
        ? Self.failure("unwind the stack", pid) : Failure("process \(pid): \(String(cString: strerror(attached)))")
    }
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
    frame.symbolOffset = offset + (call.address - call.lookup)
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
