// The process that is looked at: everything that only its tracer may open, opened before anything of it is read.
import CElfutils
import Glibc
import HelperRights
import Linux

/// A process with a thread in a tracing stop. What is in it may be made to harm its reader.
final class Subject {
  let pid: pid_t
  let thread: pid_t
  let registers: roost_registers
  /// The process's memory: the kernel asks nobody's rights again once it is open (proc(5), /proc/PID/mem).
  let memory: CInt
  /// The kernel's list of its mappings.
  let mappings: [UInt8]
  /// The file that it runs, which may have no name any more; below 0 when it cannot be had.
  let executable: CInt
  let executablePath: String
  let owner: HelperRights.Owner

  init(_ pid: pid_t, thread: pid_t) throws(Failure) {
    self.pid = pid
    self.thread = thread
    var registers = roost_registers()
    let error = roost_read_registers(thread, &registers)
    guard error != ENOEXEC else { throw Failure("process \(pid) is a program for another processor") }
    guard error == 0 else { throw Self.failure("read the registers", pid, error) }
    self.registers = registers
    memory = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw Self.failure("open the memory", pid, errno) }
    mappings = try Self.content(of: "maps", pid)
    executable = open("/proc/\(pid)/exe", O_RDONLY | O_CLOEXEC)
    executablePath = (try? Sys.readlink("/proc/\(pid)/exe")) ?? ""
    owner = try Self.owner(in: String(decoding: try Self.content(of: "status", pid), as: UTF8.self), pid)
  }

  /// The numbers of the lines Uid, Gid and Groups (proc(5)); of the first two the real ones.
  private static func owner(in status: String, _ pid: pid_t) throws(Failure) -> HelperRights.Owner {
    func numbers(_ name: String) -> [UInt32] {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().compactMap { UInt32($0) } ?? []
    }
    guard let user = numbers("Uid").first, let group = numbers("Gid").first else {
      throw Failure("process \(pid) ended before its stack was read")
    }
    return HelperRights.Owner(user: user, group: group, groups: numbers("Groups"))
  }

  private static func content(of name: String, _ pid: pid_t) throws(Failure) -> [UInt8] {
    let file = open("/proc/\(pid)/\(name)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("open the \(name)", pid, errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read the \(name)", pid, errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// In bytes: some hundred thousand mappings.
  private static let limit = 16 << 20

  private static func failure(_ action: String, _ pid: pid_t, _ error: CInt) -> Failure {
    Failure("unable to \(action) of process \(pid): \(String(cString: strerror(error)))")
  }

  /// As much as there is at an address.
  func bytes(at address: UInt64, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard let place = off_t(exactly: address) else { return [] }
    let got = pread(memory, &bytes, count, place)
    return Array(bytes.prefix(max(0, got)))
  }

  /// Its lines, each with its first and last address and the name of its file.
  lazy var mapped: [(range: Range<UInt64>, name: String)] = mappings.split(separator: UInt8(ascii: "\n")).compactMap {
    let fields = $0.split(separator: UInt8(ascii: " "), maxSplits: 5).map { String(decoding: $0, as: UTF8.self) }
    let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    return (ends[0]..<ends[1], fields.count > 5 ? String(fields[5].drop { $0 == " " }) : "")
  }

  static let deleted = " (deleted)"
}
