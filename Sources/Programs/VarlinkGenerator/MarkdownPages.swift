// docs/interfaces: the same reference as pages to browse, one an interface.

enum MarkdownPages {
  static func of(_ interface: Interface) -> String {
    var page = "# \(interface.name)\n\n\(mark)\n\n" + blocks(interface.documentation)
    page += section("Methods", interface.methods) { method in
      var text = member(method.name, Declaration.of(method), method.documentation)
      if method.documentation.requiresMore { text += Declaration.streamNote + "\n\n" }
      text += table("parameter", method.parameters, method.documentation)
      return text + table("reply", method.reply, method.documentation)
    }
    page += section("Types", interface.types) { type in
      member(type.name, Declaration.of(type), type.documentation) + table("member", type.fields, type.documentation)
    }
    page += section("Errors", interface.errors) { error in
      member(error.name, Declaration.of(error), error.documentation)
        + table("parameter", error.fields, error.documentation)
    }
    return page
  }

  static func index(_ interfaces: [Interface]) -> String {
    var page = "# The control interfaces\n\n\(mark)\n\n"
    page += "The Varlink interfaces of roostd's control socket; `man roost-control` is the same reference.\n\n"
    for interface in interfaces {
      guard case .paragraph(let text)? = interface.documentation.blocks.first else { continue }
      page += Lines.fill("- [\(interface.name)](\(interface.name).md): \(text)", 118).joined(separator: "\n  ") + "\n"
    }
    return page + "\n" + howTo
  }

  private static let howTo = """
    ## Adding a method

    1. Declare it in `Sources/Contracts/ControlAPI/org.roost.*.varlink`, with a comment, and run `make generate`: the
       request and reply types, the case of `ControlCall`, this reference and the manual page follow.
    2. Answer the new case in `ControlServer.dispatch` (`Sources/Daemon/Supervisor/Control`); the compiler asks for it.
    3. Give it a command in `Sources/Programs/roostctl/Commands`: a `ChangeCommand` has a `request` and nothing more.

    A method with the parameters `wait: ?bool, timeout: ?int` is a change, and replies when it is done. A comment line
    `[Requires 'more' flag]` makes it a stream. `CheckedRequests.swift` refuses what the types of parameters allow and
    the method does not.

    """

  private static let mark = "<!-- Made by `make generate` of the .varlink files: change those instead. -->"

  private static func section<Member>(_ title: String, _ members: [Member], _ text: (Member) -> String) -> String {
    members.isEmpty ? "" : "## \(title)\n\n" + members.map(text).joined()
  }

  private static func member(_ name: String, _ declaration: String, _ documentation: Documentation) -> String {
    "### \(name)\n\n```varlink\n\(declaration)\n```\n\n" + blocks(documentation)
  }

  private static func blocks(_ documentation: Documentation) -> String {
    documentation.blocks.map { block in
      switch block {
      case .paragraph(let text): Lines.fill(text, 120).joined(separator: "\n") + "\n\n"
      case .literal(let lines): "```\n" + lines.joined(separator: "\n") + "\n```\n\n"
      }
    }.joined()
  }

  /// The fields that are explained; the declaration has them all.
  private static func table(_ title: String, _ fields: [Interface.Field], _ documentation: Documentation) -> String {
    let rows = fields.compactMap { field in
      documentation.fields[field.name].map { "| `\(field.name)` | `\(Declaration.of(field.form))` | \($0) |\n" }
    }
    return rows.isEmpty ? "" : "| \(title) | type | |\n|---|---|---|\n" + rows.joined() + "\n"
  }
}
