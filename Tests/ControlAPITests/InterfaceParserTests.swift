// The reader of .varlink files: what it understands, and on which line it says what is wrong.
import Testing

@testable import VarlinkGenerator

struct InterfaceParserTests {
  @Test("Every form of a type is understood")
  func forms() throws {
    let interface = try InterfaceParser.parse(
      """
      interface a.b
      type Word (one, two)
      type Value (a: ?int, b: []string, c: [string]Word, d: ?[]Value, e: object, f: bool, g: float)
      method Do() -> ()
      error Failed (message: string)
      """)
    #expect(interface.name == "a.b")
    #expect(interface.types.map(\.name) == ["Word", "Value"])
    #expect(interface.types[0].shape == .enumeration(["one", "two"]))
    #expect(
      interface.types[1].shape
        == .structure([
          .init(name: "a", form: .optional(.int)), .init(name: "b", form: .array(.string)),
          .init(name: "c", form: .dictionary(.named("Word"))),
          .init(name: "d", form: .optional(.array(.named("Value")))),
          .init(name: "e", form: .object), .init(name: "f", form: .bool), .init(name: "g", form: .float),
        ]))
    #expect(interface.methods[0].parameters.isEmpty && interface.methods[0].reply.isEmpty)
    #expect(interface.errors[0].fields == [.init(name: "message", form: .string)])
  }

  @Test("A comment is paragraphs, literal lines and fields, and only what stands right above a member is the member's")
  func documentation() throws {
    let interface = try InterfaceParser.parse(
      """
      # The first
      # paragraph.
      interface a.b

      # Not the method's.

      # Does it.
      # [Requires 'more' flag]
      #
      #     a  b
      #       c
      #
      #   id    Of what
      #         to do.
      #   text  Another.
      method Do(id: string) -> (text: string)
      """)
    #expect(interface.documentation.blocks == [.paragraph("The first paragraph.")])
    let documentation = interface.methods[0].documentation
    #expect(documentation.blocks == [.paragraph("Does it."), .literal(["a  b", "  c"])])
    #expect(documentation.fields == ["id": "Of what to do.", "text": "Another."])
    #expect(documentation.requiresMore && interface.methods[0].kind == .stream)
  }

  @Test("A method with wait and timeout is a change")
  func changes() throws {
    let interface = try InterfaceParser.parse(
      "interface a.b\nmethod A(wait: ?bool, timeout: ?int) -> ()\nmethod B(wait: bool, timeout: ?int) -> ()")
    #expect(interface.methods.map(\.kind) == [.change, .plain])
  }

  @Test(
    "What is not an interface is refused, with the line",
    arguments: [
      ("", 1, "ends"), ("interface", 1, "ends"), ("interface a", 1, "reverse-domain"),
      ("method A() -> ()", 1, "interface"),
      ("interface a.b\nmethod", 2, "ends"), ("interface a.b\nfly A ()", 2, "fly"),
      ("interface a.b\nmethod a() -> ()", 2, "capital"), ("interface a.b\nmethod A(", 2, "ends"),
      ("interface a.b\nmethod A() ()", 2, "->"), ("interface a.b\nmethod A(x) -> ()", 2, "each field needs a type"),
      ("interface a.b\n\nmethod A() -> (x: Y)", 3, "no type Y"), ("interface a.b\ntype A (a: int, b)", 2, "mixed"),
      ("interface a.b\ntype A (\n  a: int\n  b: int\n)", 4, "expected ,"),
      ("interface a.b\ntype A (a: int, a: int)", 2, "twice"), ("interface a.b\ntype A (a, a)", 2, "twice"),
      ("interface a.b\ntype A (a)\ntype A (b)", 3, "declared twice"), ("interface a.b\ntype A (a: ??int)", 2, "?"),
      ("interface a.b\ntype A (a: (b: int))", 2, "without a name"), ("interface a.b\ntype A (a: number)", 2, "number"),
      ("interface a.b\ntype A (a: int; b: int)", 2, ";"),
      ("interface a.b\ntype A (\n  # Here.\n  a: int\n)", 3, "above the member"),
      ("interface a.b\n# Odd.\n#  b  There is no b.\ntype A (a: int)", 3, "two spaces"),
      ("interface a.b\n#   b  There is no b.\ntype A (a: int)", 3, "explains b"),
      ("interface a.b\n#   a\ntype A (a: int)", 2, "not explained"),
      ("interface a.b\n#   a  One.\n#   a  Two.\ntype A (a: int)", 3, "explained twice"),
    ] as [(String, Int, String)])
  func refused(_ text: String, _ line: Int, _ word: String) {
    let error = #expect(throws: InterfaceError.self) { try InterfaceParser.parse(text) }
    #expect(error?.line == line && error?.problem.contains(word) == true, "\(String(describing: error))")
  }
}
