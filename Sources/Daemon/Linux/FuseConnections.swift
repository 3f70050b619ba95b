// Ends the silence of FUSE servers for which a killed process waits.
import Glibc
import SystemPackage

/// A process that waits for a FUSE server hears no signal, SIGKILL neither, once the server has read its request
/// (`request_wait_answer()` of the kernel), and keeps what it holds. The kernel lets it go when the connection is aborted, for which
/// there is a file system (fusectl, Documentation/filesystems/fuse).
nonisolated enum FuseConnections {
  /// Where systemd mounts it.
  private static let usualPlace = "/sys/fs/fuse/connections"

  /// Aborts those connections of users other than root that owe an answer and of which one of `processes` has a file mapped.
  /// Where there is none, a file system above one may hide it, and all are aborted that owe an answer for half a second: the
  /// caller waits for one of them, and everybody for the caller.
  static func abortSilent(mappedBy processes: [pid_t]) {
    guard
      let folder = (try? Sys.mountPrivately("fusectl"))
        ?? (try? Sys.open(usualPlace, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    else { return }
    defer { try? Sys.close(folder) }
    let silent = silent(in: folder)
    if silent.isEmpty { return }
    let mapped = processes.reduce(into: Set<UInt32>()) { $0.formUnion(devices(mappedBy: $1)) }.intersection(silent)
    if !mapped.isEmpty { return mapped.forEach { abort($0, in: folder) } }
    usleep(500_000)
    silent.intersection(Self.silent(in: folder)).forEach { abort($0, in: folder) }
  }

  /// The numbers of the devices of those that owe an answer.
  private static func silent(in folder: CInt) -> Set<UInt32> {
    var found: Set<UInt32> = []
    try? Folder.forEach(in: "/proc/self/fd/\(folder)") { name, isFolder in
      guard isFolder, let device = UInt32(String(decoding: name, as: UTF8.self)),
        let owner = try? FileStatus(of: "/proc/self/fd/\(folder)/\(device)/abort"), owner.user != 0,
        let waiting = try? Sys.openat(folder, "\(device)/waiting", O_RDONLY | O_CLOEXEC)
      else { return }
      defer { try? Sys.close(waiting) }
      var digits = [UInt8](repeating: 0, count: 16)
      guard let count = try? Sys.read(waiting, into: &digits), count > 0, digits[0] != UInt8(ascii: "0") else { return }
      found.insert(device)
    }
    return found
  }

  private static func abort(_ device: UInt32, in folder: CInt) {
    guard let file = try? Sys.openat(folder, "\(device)/abort", O_WRONLY | O_CLOEXEC) else { return }
    _ = try? Sys.write(file, [UInt8(ascii: "1")])
    try? Sys.close(file)
  }

  /// The minor numbers of the devices without a disk that have a file mapped.
  private static func devices(mappedBy process: pid_t) -> Set<UInt32> {
    // The first thread has no memory any more when it has ended before the others.
    for thread in (try? Folder.names(in: "/proc/\(process)/task")) ?? [] {
      let path = "/proc/\(process)/task/\(thread)/maps"
      let found = asked(path) ?? told(path)
      if !found.isEmpty { return Set(found.filter { $0.major == 0 }.map(\.minor)) }
    }
    return []
  }

  private typealias Device = (major: UInt32, minor: UInt32)

  /// Nil where the kernel cannot be asked so.
  private static func asked(_ path: String) -> [Device]? {
    guard var mappings = try? FileMappings(path) else { return [] }
    var found: [Device] = []
    while true {
      do throws(Errno) {
        if try mappings.next() { found.append(mappings.device) }
      } catch {
        return error == .inappropriateIOCTLForDevice ? nil : found
      }
    }
  }

  /// As far as the kernel tells of them in 4 MiB, in lines as `7f00-7f10 rw-p 00000000 00:2c 17 /mnt/file` (proc_pid_maps(5)).
  private static func told(_ path: String) -> [Device] {
    guard var lines = try? FileLines(path, atMost: 4 << 20) else { return [] }
    var found: [Device] = []
    while let line = try? lines.next() {
      let device = line.split(separator: UInt8(ascii: " "), maxSplits: 4).dropFirst(3).first
      let numbers = device?.split(separator: UInt8(ascii: ":")).map {
        UInt32(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      if let numbers, numbers.count == 2, let major = numbers[0], let minor = numbers[1] {
        found.append((major, minor))
      }
    }
    return found
  }
}
