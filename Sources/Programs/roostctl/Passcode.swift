// Passcodes come from a terminal or a file, never from arguments, which ps(1) shows to everybody.
import Glibc

enum Passcode {
  /// Whether there is a person to ask.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks without showing what is typed.
  static func ask(_ prompt: String) throws -> String {
    guard canAsk, let typed = getpass(prompt) else {
      throw CommandFailure.refused("unable to ask for a passcode: there is no terminal; use --passcode-file")
    }
    return String(cString: typed)
  }

  static func askTwice(_ prompt: String) throws -> String {
    let first = try ask(prompt)
    guard try ask("Repeat the new passcode: ") == first else {
      throw CommandFailure.refused("unable to set the passcode: the two entries differ; try again")
    }
    return first
  }

  /// The next line of a file; `-` is standard input.
  static func read(file: String) throws -> String {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure.refused("unable to read the passcode from \(file): \(String(cString: strerror(errno)))")
    }
    defer { if file != "-" { close(descriptor) } }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    // No byte beyond the line: another passcode may follow on standard input.
    while Glibc.read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}
