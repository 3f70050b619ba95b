// Runs the roostctl that was built with the tests, as a shell would.
import Foundation

struct Roostctl {
  let status: Int32
  let output: String
  let errors: String

  init(_ arguments: String..., environment: [String: String] = [:]) throws {
    self = try Self.run(arguments, environment: environment)
  }

  /// The folder with the programs that were built with the tests.
  static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// - Parameters:
  ///   - programs: a folder with a roostctl and the programs beside it.
  ///   - processorSeconds: the time of a processor after which the kernel ends it (RLIMIT_CPU), on a busy machine as well.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], programs: URL = programs, processorSeconds: Int? = nil
  ) throws -> Roostctl {
    let process = Process()
    process.executableURL = programs.appending(path: "roostctl")
    process.arguments = arguments
    if let processorSeconds, let roostctl = process.executableURL?.path {
      process.executableURL = URL(filePath: "/usr/bin/prlimit")
      process.arguments = ["--cpu=\(processorSeconds)", roostctl] + arguments
    }
    process.environment = environment
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The output in these tests fits into a pipe, so one pipe can be read after the other.
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complained = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Roostctl(status: process.terminationStatus, output: said, errors: complained)
  }

  private init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A directory that goes when its test is done.
final class ScratchDirectory {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "roostctl-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    guard mode & 0o111 == 0 else { return try install(text, file, mode) }
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// A program is written by another process: a child that a test beside this one starts meanwhile would have it open for writing
  /// as well, and the kernel runs no such file (ETXTBSY, execve(2)).
  private func install(_ text: String, _ file: String, _ mode: Int) throws -> String {
    let draft = file + ".draft"
    try text.write(toFile: draft, atomically: false, encoding: .utf8)
    let install = Process()
    install.executableURL = URL(filePath: "/usr/bin/install")
    install.arguments = ["-m", String(mode, radix: 8), draft, file]
    try install.run()
    install.waitUntilExit()
    try FileManager.default.removeItem(atPath: draft)
    guard install.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file
  }

  func read(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
