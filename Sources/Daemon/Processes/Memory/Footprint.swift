// The memory that the kernel would free if a process ended.
import Glibc
import Linux

/// Bytes of memory that are a process's own (proc(5), /proc/PID/status).
package nonisolated struct Footprint: Equatable {
  /// RssAnon
  var anonymous: UInt64 = 0
  /// RssShmem; memory that several of an app's processes share counts once for each.
  var shared: UInt64 = 0
  /// VmSwap
  var swapped: UInt64 = 0

  package init(anonymous: UInt64 = 0, shared: UInt64 = 0, swapped: UInt64 = 0) {
    self.anonymous = anonymous
    self.shared = shared
    self.swapped = swapped
  }

  package var total: UInt64 { anonymous + shared + swapped }
  /// The part of it that takes up memory.
  package var resident: UInt64 { anonymous + shared }

  package static func + (left: Footprint, right: Footprint) -> Footprint {
    Footprint(
      anonymous: left.anonymous + right.anonymous, shared: left.shared + right.shared,
      swapped: left.swapped + right.swapped)
  }
}

/// The memory lines of /proc/PID/status; each of those that count reads like "RssAnon:\t     412 kB".
nonisolated struct MemoryStatus: Equatable {
  enum Stage: Equatable {
    case living
    /// On its way out: the kernel no longer says what it holds, and does not have it back either.
    case leaving
    /// A zombie holds nothing.
    case gone
  }

  var footprint = Footprint()
  var stage = Stage.leaving
  var parent: pid_t?

  init(_ status: [UInt8]) {
    for line in status.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
      switch line[..<colon] {
      case let name where name.elementsEqual("State".utf8):
        if value.first == UInt8(ascii: "Z") || value.first == UInt8(ascii: "X") { stage = .gone }
      case let name where name.elementsEqual("PPid".utf8): parent = pid_t(digits: value)
      case let name where name.elementsEqual("RssAnon".utf8): take(value, \.anonymous)
      case let name where name.elementsEqual("RssShmem".utf8): take(value, \.shared)
      case let name where name.elementsEqual("VmSwap".utf8): take(value, \.swapped)
      default: continue
      }
    }
  }

  private mutating func take(_ value: ArraySlice<UInt8>, _ field: WritableKeyPath<Footprint, UInt64>) {
    guard let kilobytes = UInt64(digits: value.prefix { 0x30...0x39 ~= $0 }) else { return }
    let (bytes, isOver) = kilobytes.multipliedReportingOverflow(by: 1024)
    guard !isOver else { return }
    footprint[keyPath: field] += bytes
    stage = .living
  }
}
