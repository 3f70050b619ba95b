// The files in `RUNTIME/state`, by number, and what can be told of them without reading them whole.
import FoundationEssentials
import Glibc
import Linux
package import Processes
import SystemPackage

package nonisolated struct StateFolder: Sendable {
  enum Kind: String { case checkpoint, log }

  let path: String

  init(path: String) { self.path = path }

  package init(runtimeDirectory: String) { self.init(path: runtimeDirectory + "/state") }

  /// The name of the machine's run since it was started (proc(5), /proc/sys/kernel/random/boot_id).
  @MainActor package static func boot(_ kernel: Kernel) -> String {
    let id = (try? kernel.readFile("/proc/sys/kernel/random/boot_id")) ?? []
    return String(decoding: id.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  /// Whether a daemon before may have left apps; one that ends in order leaves none.
  package var mayHaveApps: Bool { !numbers(of: .checkpoint).isEmpty }

  func path(of kind: Kind, _ number: UInt64) -> String { "\(path)/\(kind.rawValue)-\(number)" }

  /// No daemon comes to it: a file of that number or a later one was put there by somebody else, and leaves no number after it.
  private static let farNumber: UInt64 = 1 << 62

  /// In ascending order.
  func numbers(of kind: Kind) -> [UInt64] { (try? list(kind)) ?? [] }

  /// None before the first daemon.
  private func list(_ kind: Kind) throws(Errno) -> [UInt64] {
    let names: [String]
    do {
      names = try Folder.names(in: path)
    } catch {
      if error == .noSuchFileOrDirectory { return [] }
      throw error
    }
    return names.filter { $0.hasPrefix("\(kind.rawValue)-") }
      .compactMap { UInt64($0.dropFirst(kind.rawValue.utf8.count + 1)) }.filter { $0 < Self.farNumber }.sorted()
  }

  /// Nil where it is not there, or cannot be read.
  func read(_ kind: Kind, _ number: UInt64) -> Data? {
    (try? SmallFile.read(path(of: kind, number), limit: .max)).map { Data($0) }
  }

  /// The first bytes of it, `count` at most; nil where it is not there.
  private func beginning(of kind: Kind, _ number: UInt64, _ count: Int) throws(Errno) -> [UInt8]? {
    let path = path(of: kind, number)
    do throws(SmallFile.ReadError) {
      let descriptor = try SmallFile.open(path).descriptor
      defer { try? Sys.close(descriptor) }
      return try SmallFile.bytes(of: descriptor, path, atMost: count)
    } catch {
      if case .system(_, let errno) = error { throw errno }
      return nil
    }
  }

  func has(_ kind: Kind, _ number: UInt64) -> Bool { (try? FileStatus(of: path(of: kind, number))) != nil }

  /// Of all files that ``remove(before:)`` would remove, in bytes.
  func size(before number: UInt64) -> Int64 {
    var size: Int64 = 0
    for kind in [Kind.checkpoint, .log] {
      for old in numbers(of: kind) where old < number {
        size += (try? FileStatus(of: path(of: kind, old)))?.size ?? 0
      }
    }
    return size
  }

  /// The oldest checkpoint goes first: where there is one, the logs after it are.
  func remove(before number: UInt64) {
    for kind in [Kind.checkpoint, .log] {
      for old in numbers(of: kind) where old < number { try? Sys.unlink(path(of: kind, old)) }
    }
  }

  /// To be called before anything of it, or of what the service manager keeps, is touched.
  ///
  /// - Throws: when a daemon of a newer format has written it since the machine started, or it cannot be read: a daemon
  ///   that took it for none would end the apps as strays.
  package func refuseNewer(boot: String, reader: String) throws(StateProblem) {
    let found: (newest: StateFormat?, format: UInt32)
    do throws(Errno) {
      found = try newestFormat(boot: boot)
    } catch {
      throw .unreadable(directory: path, error)
    }
    let (newest, format) = found
    guard format > StateFormat.current else { return }
    throw .newer(
      directory: path, by: newest.flatMap { $0.format == format ? $0.version : nil }, format: format, reader: reader)
  }

  /// Bytes of a checkpoint in which its first line ends (``StateFormat/line()``), if it has a head: that is a few numbers and
  /// names, and the rest of the file may be megabytes.
  private static let longestHead = 1 << 16

  private func newestFormat(boot: String) throws(Errno) -> (newest: StateFormat?, format: UInt32) {
    var newest: StateFormat?
    var isOfThisBoot = false
    for number in try list(.checkpoint) {
      guard let checkpoint = try beginning(of: .checkpoint, number, Self.longestHead) else { continue }
      let format = StateFormat.head(of: Data(checkpoint)).format
      guard format.boot == nil || format.boot == boot else { continue }
      isOfThisBoot = true
      if format.format > newest?.format ?? 0 { newest = format }
    }
    // A log may be of a later daemon than the checkpoint it follows, which had no time for one of its own.
    var ofLogs: UInt32 = 0
    for number in isOfThisBoot ? try list(.log) : [] {
      if let log = try beginning(of: .log, number, StateLog.start) { ofLogs = max(ofLogs, LogHead(of: log).format) }
    }
    return (newest, max(newest?.format ?? 0, ofLogs))
  }
}
