// A form that is filled by commands alone, as a person would fill it (FG5, FG6), and that keeps what was typed (SC5).
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct FormTests {
  private static let form = "com.example.form"

  /// What a command prints. It fails the test where it fails.
  @discardableResult
  private func roostctl(_ test: TestDevice, _ arguments: String...) throws -> String {
    let (status, output, error) = try run(test, arguments)
    guard status == 0 else { throw Unexpected("roostctl \(arguments.joined(separator: " ")): \(error)") }
    return output
  }

  private func run(_ test: TestDevice, _ arguments: [String]) throws -> (Int32, String, String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Programs.roostctl)
    process.arguments = arguments + ["--socket", test.daemon.socket]
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let said = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: printed, as: UTF8.self), String(decoding: said, as: UTF8.self))
  }

  private func values(_ test: TestDevice) throws -> [String: String] {
    let app = test.device.app(Self.form)
    return Dictionary(
      try app.elements().compactMap { element in
        element.identifier.map { ($0, element.value ?? element.label ?? "") }
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test("FG5 FG6 SC5 a form is filled by commands, and keeps what was typed across suspension and a restoration")
  func filled() throws {
    let test = try TestDevice(apps: [Programs.app("form")])
    try roostctl(test, "launch", Self.form)
    try roostctl(test, "tap", Self.form, "name")
    try roostctl(test, "type", Self.form, "Adaa")
    try roostctl(test, "press", Self.form, "delete")
    try roostctl(test, "press", Self.form, "return")
    try roostctl(test, "type", Self.form, "ada@example.com")
    try roostctl(test, "tap", Self.form, "remark")
    try roostctl(test, "type", Self.form, "two\nlines")
    try roostctl(test, "swipe", Self.form, "down", "--from", "195,600")
    try roostctl(test, "tap", Self.form, "newsletter")
    try roostctl(test, "tap", Self.form, "Large")
    try roostctl(test, "tap", Self.form, "Increment")
    let filled = [
      "name": "Ada", "email": "ada@example.com", "remark": "two\nlines", "newsletter": "1", "count": "2 pieces",
      "result": "",
    ]
    #expect(try values(test) == filled)
    #expect(try roostctl(test, "elements", Self.form).contains("Large"))

    try roostctl(test, "home")
    #expect(try test.device.app(Self.form).state == .suspended)
    try roostctl(test, "launch", Self.form)
    #expect(try values(test) == filled)

    try roostctl(test, "home")
    try roostctl(test, "terminate", Self.form)
    try roostctl(test, "launch", Self.form)
    #expect(try values(test) == filled)

    try roostctl(test, "tap", Self.form, "Send")
    try roostctl(test, "tap", Self.form, "Yes")
    #expect(try values(test)["result"] == "Sent: Ada")
  }

  @Test("FG4 FG6 input and questions that cannot be are refused, with the next step")
  func refused() throws {
    let test = try TestDevice(apps: [Programs.app("form"), Programs.app("pynote")])
    func refusal(_ arguments: String...) throws -> String {
      let (status, _, error) = try run(test, arguments)
      #expect(status == 1)
      return error
    }
    #expect(try refusal("elements", Self.form).contains("roostctl launch"))
    try roostctl(test, "launch", Self.form)
    #expect(try refusal("tap", Self.form, "nothing").contains("roostctl elements"))
    #expect(try refusal("type", Self.form, "lost").contains("tap a text field first"))
    try roostctl(test, "launch", "com.example.pynote")
    #expect(try refusal("elements", "com.example.pynote").contains("has no elements"))
    #expect(try refusal("tap", Self.form, "name").contains("suspended"))
  }
}
