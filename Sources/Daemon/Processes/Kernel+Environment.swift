// The mark that a process has from the app it belongs to: /proc/PID/environ.
import Glibc
import Linux
import SystemPackage

extension Kernel {
  /// So much of an environment is read, in pages: each is looked up in the memory of the process, and an app may have
  /// six megabytes in the environment of each of its processes. One variable is no longer (execve(2)).
  static let environmentLimit = 128 << 10
  private static let page = 4096

  /// The value of `ROOST_PROCESS` of a process whose `ROOST_RUNTIME` is that directory. Nil of all others, of those that
  /// are gone, and where the beginning of the environment has not got both.
  ///
  /// - Parameter place: of ``heir(ofFirstThread:from:)``; where it is not 0 afterwards, the next call goes on.
  func mark(of pid: pid_t, _ runtimeDirectory: String, from place: inout Int) -> [UInt8]? {
    let variables = try? markVariables(of: pid, runtimeDirectory)
    guard let variables, variables.areNone else {
      place = 0
      return variables?.mark
    }
    guard let thread = heir(ofFirstThread: pid, from: &place) else { return nil }
    place = 0
    return (try? markVariables(of: thread, runtimeDirectory))?.mark
  }

  private func markVariables(of thread: pid_t, _ runtimeDirectory: String) throws(Errno) -> MarkVariables {
    let file = try Sys.open("/proc/\(thread)/environ", O_RDONLY | O_CLOEXEC)
    defer { try? Sys.close(file) }
    var variables = MarkVariables(runtimeDirectory)
    var page = [UInt8](repeating: 0, count: Self.page)
    for _ in 0..<Self.environmentLimit / Self.page where variables.mark == nil {
      let count = try Sys.read(file, into: &page)
      if count == 0 {
        variables.end()
        break
      }
      variables.take(page[..<count])
    }
    return variables
  }
}

/// Bytes are compared, not texts: Swift takes half a minute for a text of 120 kB that an app may write.
private nonisolated struct MarkVariables {
  private static let name = Array("ROOST_PROCESS=".utf8)
  private let runtime: [UInt8]
  private var isOurs = false
  private var process: [UInt8]?
  /// The variable whose end has not come yet.
  private var unfinished: [UInt8] = []
  private(set) var areNone = true

  init(_ runtimeDirectory: String) { runtime = Array("ROOST_RUNTIME=\(runtimeDirectory)".utf8) }

  /// Nil until both variables have come.
  var mark: [UInt8]? { isOurs ? process : nil }

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    areNone = false
    var left = bytes
    while let end = left.firstIndex(of: 0) {
      unfinished += left[..<end]
      self.end()
      left = left[(end + 1)...]
    }
    unfinished += left
  }

  /// Of the variable that has come so far.
  mutating func end() {
    if unfinished == runtime { isOurs = true }
    if process == nil, unfinished.starts(with: Self.name) { process = Array(unfinished.dropFirst(Self.name.count)) }
    unfinished.removeAll(keepingCapacity: true)
  }
}
