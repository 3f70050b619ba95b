// The files that are made of the .varlink files are checked in, and are the same that would be made now.
import Foundation
import Testing

@testable import VarlinkGenerator

struct GeneratorTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  @Test("`make generate` would change nothing")
  func unchanged() throws {
    let files = try Generator.files(of: try Generator.interfaces(in: Self.root))
    #expect(Set(try Generator.made(in: Self.root)) == Set(files.keys), "run make generate")
    for (path, text) in files {
      let there = try? String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
      #expect(there == text, "\(path) is not what its .varlink file says; run make generate")
    }
  }

  @Test("Files are written where they belong, and those of an interface that is gone are removed")
  func written() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "roost-generator-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for path in [Generator.contracts, Generator.swift, "man"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
    }
    try "".write(toFile: "\(folder)/\(Generator.swift)/GoneInterface.swift", atomically: true, encoding: .utf8)
    try "interface a.B\nmethod Do() -> ()\n"
      .write(toFile: "\(folder)/\(Generator.contracts)/a.B.varlink", atomically: true, encoding: .utf8)
    let files = try Generator.files(of: try Generator.interfaces(in: folder))
    try Generator.write(files, in: folder)
    #expect(Set(try Generator.made(in: folder)) == Set(files.keys))
    let page = try String(contentsOfFile: "\(folder)/docs/interfaces/a.B.md", encoding: .utf8)
    #expect(page.contains("method Do() -> ()"))
  }

  @Test("An error names the file and the line")
  func located() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "roost-generator-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/\(Generator.contracts)", withIntermediateDirectories: true)
    try "interface a.B\nmethod Do() -> (x: Y)\n"
      .write(toFile: "\(folder)/\(Generator.contracts)/a.B.varlink", atomically: true, encoding: .utf8)
    let error = #expect(throws: GeneratorError.self) { try Generator.interfaces(in: folder) }
    #expect(error?.description == "\(Generator.contracts)/a.B.varlink:2: no type Y is declared")
  }

  @Test("A change becomes a request, its case and its error")
  func change() throws {
    let files = try Self.files(
      """
      # About things.
      interface a.Things
      # Moves one.
      #
      #   to    Where to.
      #   left  What it left.
      method Move(id: string, to: ?int, wait: ?bool, timeout: ?int) -> (left: []string)
      # It is fixed.
      error Fixed (id: string, message: string)
      """)
    let source = files["ThingsInterface.swift"] ?? ""
    for line in [
      "/// About things.", "public enum ThingsInterface {", "  /// Moves one.", "  public struct Move: ChangeRequest {",
      "    public static let method = \"a.Things.Move\"", "    /// Where to.", "    public var to: Int64?",
      "    public init(id: String, to: Int64? = nil, wait: Bool? = nil, timeout: Int64? = nil) {",
      "      public var left: [String]", "    name: \"a.Things\",", "      # Moves one.",
    ] { #expect(source.contains("\(line)\n"), "\(line)") }
    let calls = files["ControlCall.swift"] ?? ""
    #expect(calls.contains("  case move(ThingsInterface.Move)\n"))
    #expect(
      calls.contains("ThingsInterface.Move.method: { call throws(ServiceError) in .move(try call.readChange()) },\n"))
    let errors = files["ControlError.swift"] ?? ""
    #expect(errors.contains("  /// It is fixed.\n  case fixed(id: String, message: String)\n"))
    #expect(errors.contains("case .fixed: \"a.Things.Fixed\"\n"))
  }

  @Test("Values write null for what is absent; parameters and replies leave it out")
  func null() throws {
    let files = try Self.files("interface a.B\ntype V (x: ?int)\nmethod M(x: ?int) -> (v: ?V)")
    let source = files["BInterface.swift"] ?? ""
    #expect(source.components(separatedBy: "func encode(to").count == 2)
    #expect(source.contains("      try container.encode(x, forKey: .x)\n"))
    #expect(source.contains("public var v: BInterface.V?\n"))
  }

  @Test("What Swift cannot name, or would name twice, is refused")
  func refused() throws {
    let one = try InterfaceParser.parse("interface a.B\nmethod M() -> ()\nerror E (message: string)")
    let two = try InterfaceParser.parse("interface a.C\nmethod M() -> ()")
    let three = try InterfaceParser.parse("interface a.D\nerror E (message: string)")
    #expect(throws: GeneratorError.self) { try Generator.files(of: [one, two]) }
    #expect(throws: GeneratorError.self) { try Generator.files(of: [one, three]) }
    let silent = try InterfaceParser.parse("interface a.D\nerror F (why: string)")
    #expect(throws: GeneratorError.self) { try Generator.files(of: [silent]) }
  }

  @Test("SwiftNames names nothing that is not declared")
  func names() throws {
    let interfaces = try Generator.interfaces(in: Self.root)
    func all(_ members: (Interface) -> [String]) -> Set<String> {
      Set(interfaces.flatMap { interface in members(interface).map { "\(interface.name).\($0)" } })
    }
    let types = all { $0.types.map(\.name) }
    let methods = all { $0.methods.map(\.name) }
    #expect(types.isSuperset(of: SwiftNames.types.keys))
    #expect(methods.isSuperset(of: SwiftNames.calls.keys) && methods.isSuperset(of: SwiftNames.replies.keys))
    #expect(all { $0.errors.map(\.name) }.isSuperset(of: SwiftNames.errors.keys))
    #expect(types.union(methods).isSuperset(of: SwiftNames.handwritten))
  }

  @Test("Text of a manual page holds no requests and no escapes of its own")
  func manualPage() throws {
    let page = ManualPage.of([try InterfaceParser.parse("# .Sh Not a section. Like \\fB this.\ninterface a.B\n")])
    #expect(page.contains("\n\\&.Sh Not a section.\nLike \\efB this.\n"))
  }

  private static func files(_ text: String) throws -> [String: String] {
    let files = try Generator.files(of: [try InterfaceParser.parse(text)])
    return Dictionary(uniqueKeysWithValues: files.map { (URL(filePath: $0.key).lastPathComponent, $0.value) })
  }
}
