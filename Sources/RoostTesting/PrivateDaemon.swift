// A supervisor of a test's own, which nothing else on the machine knows of.
import ControlAPI
public import Foundation

/// A running roostd with private runtime, state and app directories. Close it in a `defer`.
public final class PrivateDaemon {
  /// Where it keeps everything; removed by ``close()``.
  public let directory: URL
  /// The directory whose bundles it has installed.
  public let apps: URL
  /// Its control socket, as it printed it.
  public let socket: String
  public var pid: Int32 { process.processIdentifier }

  private let process: Process

  /// Starts it and returns when it serves.
  /// - Parameters:
  ///   - executable: the roostd to start.
  ///   - bundles: bundles to install, which are copied.
  ///   - configuration: the text of its roostd.toml.
  ///   - limit: how long it may take until it serves.
  public init(
    executable: URL, bundles: [URL] = [], configuration: String = "", limit: Duration = .seconds(20)
  ) throws {
    let directory = try Self.layOut(bundles: bundles, configuration: configuration)
    self.directory = directory
    apps = directory.appending(path: "apps")
    process = Process()
    process.executableURL = executable
    process.arguments = [
      "--config", directory.appending(path: "roostd.toml").path, "--runtime-dir", directory.appending(path: "run").path,
      "--state-dir", directory.appending(path: "state").path, "--apps", apps.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    let log = directory.appending(path: "roostd.log")
    FileManager.default.createFile(atPath: log.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: log)
    do {
      try process.run()
      socket = try Self.readSocketLine(output.fileHandleForReading, limit)
    } catch {
      if process.isRunning { Self.end(process) }
      let said = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      try? FileManager.default.removeItem(at: directory)
      throw TestingFailure("unable to start \(executable.path): \(error)\n\(said)")
    }
  }

  /// What it has logged to standard error so far.
  public var log: String {
    (try? String(contentsOf: directory.appending(path: "roostd.log"), encoding: .utf8)) ?? ""
  }

  /// Stops it in order and removes its directory.
  /// - Throws: ``TestingFailure`` when it did not stop by itself, ended with a failure, or left a process behind.
  public func close() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let pids = (try? ControlClient(socket: socket).call(AppsInterface.List()).apps.compactMap(\.pid)) ?? []
    let stopped = Self.end(process)
    let left = pids.filter { Self.isAlive(Int32(clamping: $0)) }
    for pid in left { kill(Int32(clamping: pid), SIGKILL) }
    guard stopped else { throw TestingFailure("roostd did not stop within 20 s of SIGTERM and was killed\n\(log)") }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw TestingFailure("roostd ended with \(process.terminationReason) \(process.terminationStatus)\n\(log)")
    }
    guard left.isEmpty else { throw TestingFailure("roostd left processes \(left) behind\n\(log)") }
    guard access(socket, F_OK) != 0 else { throw TestingFailure("roostd left its socket \(socket) behind") }
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  private static func layOut(bundles: [URL], configuration: String) throws -> URL {
    // A Unix socket's path has at most 107 bytes (unix(7)), so the name is short.
    let directory = FileManager.default.temporaryDirectory.appending(path: "roost-" + UUID().uuidString.prefix(8))
    for name in ["apps", "run", "state"] {
      try FileManager.default.createDirectory(
        at: directory.appending(path: name), withIntermediateDirectories: true)
    }
    try configuration.write(to: directory.appending(path: "roostd.toml"), atomically: false, encoding: .utf8)
    for bundle in bundles {
      try FileManager.default.copyItem(at: bundle, to: directory.appending(path: "apps/" + bundle.lastPathComponent))
    }
    return directory
  }

  /// roostd prints "listening on PATH" once it serves.
  private static func readSocketLine(_ output: FileHandle, _ limit: Duration) throws -> String {
    let deadline = ContinuousClock.now + limit
    var text = ""
    while true {
      if let end = text.firstIndex(of: "\n") {
        let line = text[..<end]
        guard line.hasPrefix("listening on ") else { throw TestingFailure("it printed \"\(line)\"") }
        return String(line.dropFirst("listening on ".count))
      }
      let left = deadline - ContinuousClock.now
      var entry = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, Int32(clamping: max(0, left.components.seconds * 1000 + 1)))
      guard ready > 0 else { throw TestingFailure("it did not say that it listens within \(limit)") }
      let data = output.availableData
      guard !data.isEmpty else { throw TestingFailure("it closed its standard output before it listened") }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// SIGTERM, and SIGKILL when that does not end it. Its exit is awaited through a pidfd-like wait of Foundation's, which
  /// has no deadline of its own, so a timer stands beside it.
  @discardableResult
  private static func end(_ process: Process) -> Bool {
    let pid = process.processIdentifier
    let killed = Flag()
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler {
      killed.raise()
      kill(pid, SIGKILL)
    }
    timer.schedule(deadline: .now() + 20)
    timer.resume()
    process.terminate()
    process.waitUntilExit()
    timer.cancel()
    return !killed.isRaised
  }

  private static func isAlive(_ pid: Int32) -> Bool { kill(pid, 0) == 0 }
}

/// Why a drive could not go on.
public struct TestingFailure: Error, CustomStringConvertible, Sendable {
  public let description: String
  public init(_ description: String) { self.description = description }
}
