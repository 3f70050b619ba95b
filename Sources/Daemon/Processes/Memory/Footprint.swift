// The memory that the kernel would free if a process ended.
import Glibc
import Linux

/// Bytes of memory that are a process's own (proc(5), /proc/PID/status).
package nonisolated struct Footprint: Equatable {
  /// RssAnon, and VmPTE: page tables may take as much memory as the pages that they map. An app that only reads fresh
  /// memory has one page of zeros mapped everywhere, and its page tables are all that it takes.
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
    /// A zombie holds nothing, but for what its other threads have.
    case gone
  }

  var footprint = Footprint()
  var stage = Stage.leaving
  var parent: pid_t?
  /// Those that live, with the first, which may have ended.
  private(set) var threads = 1

  init(_ status: [UInt8]) {
    status.withUnsafeBytes { text in
      var rest = text[...]
      while !rest.isEmpty {
        let line = UnsafeRawBufferPointer(rebasing: rest.prefix { $0 != UInt8(ascii: "\n") })
        rest = rest.dropFirst(line.count + 1)
        take(line)
      }
    }
  }

  /// There are sixty lines, and a look at an app of many processes takes as many files of them.
  private mutating func take(_ line: UnsafeRawBufferPointer) {
    if let value = line.value(of: "State:") {
      if value.first == UInt8(ascii: "Z") || value.first == UInt8(ascii: "X") { stage = .gone }
    } else if let value = line.value(of: "PPid:") {
      parent = pid_t(digits: value)
    } else if stage == .gone, let value = line.value(of: "Threads:") {
      threads = Int(digits: value) ?? 1
    } else if let value = line.value(of: "RssAnon:") ?? line.value(of: "VmPTE:") {
      take(value, \.anonymous)
    } else if let value = line.value(of: "RssShmem:") {
      take(value, \.shared)
    } else if let value = line.value(of: "VmSwap:") {
      take(value, \.swapped)
    }
  }

  private mutating func take(
    _ value: Slice<UnsafeRawBufferPointer>, _ field: WritableKeyPath<Footprint, UInt64>
  ) {
    guard let kilobytes = UInt64(digits: value.prefix { 0x30...0x39 ~= $0 }) else { return }
    let (bytes, isOver) = kilobytes.multipliedReportingOverflow(by: 1024)
    guard !isOver else { return }
    footprint[keyPath: field] += bytes
    stage = .living
  }
}

extension UnsafeRawBufferPointer {
  /// The text behind `name` and the blanks after it; nil of another line.
  fileprivate nonisolated func value(of name: StaticString) -> Slice<UnsafeRawBufferPointer>? {
    guard let start = baseAddress, count >= name.utf8CodeUnitCount,
      memcmp(start, name.utf8Start, name.utf8CodeUnitCount) == 0
    else { return nil }
    return dropFirst(name.utf8CodeUnitCount).drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
  }
}
