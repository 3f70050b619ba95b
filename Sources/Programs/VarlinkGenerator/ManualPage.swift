// roost-control(7): the reference of all interfaces as a manual page, in mdoc(7).

enum ManualPage {
  static func of(_ interfaces: [Interface]) -> String {
    var page = head
    for interface in interfaces {
      page += ".Ss \(interface.name)\n" + blocks(interface.documentation)
      page += section("Methods:", interface.methods) {
        ($0.name, Declaration.of($0), $0.documentation, $0.parameters + $0.reply)
      }
      page += section("Types:", interface.types) { ($0.name, Declaration.of($0), $0.documentation, $0.fields) }
      page += section("Errors:", interface.errors) { ($0.name, Declaration.of($0), $0.documentation, $0.fields) }
    }
    return page + tail
  }

  private static func section<Member>(
    _ title: String, _ members: [Member], _ parts: (Member) -> (String, String, Documentation, [Interface.Field])
  ) -> String {
    guard !members.isEmpty else { return "" }
    var text = ".Pp\n\(title)\n.Bl -tag -width Ds\n"
    for member in members {
      let (name, declaration, documentation, fields) = parts(member)
      text += ".It Ic \(name)\n.Bd -literal -compact\n\(escaped(declaration))\n.Ed\n"
      if !documentation.blocks.isEmpty { text += ".Pp\n" + blocks(documentation) }
      if documentation.requiresMore { text += ".Pp\n" + paragraph(Declaration.streamNote) }
      var explained: Set<String> = []
      let named = fields.filter { documentation.fields[$0.name] != nil && explained.insert($0.name).inserted }
      guard !named.isEmpty else { continue }
      text += ".Bl -tag -width Ds\n"
      for field in named { text += ".It Va \(field.name)\n" + paragraph(documentation.fields[field.name] ?? "") }
      text += ".El\n"
    }
    return text + ".El\n"
  }

  private static func blocks(_ documentation: Documentation) -> String {
    documentation.blocks.enumerated().map { index, block in
      switch block {
      case .paragraph(let text): (index > 0 ? ".Pp\n" : "") + paragraph(text)
      case .literal(let lines): ".Bd -literal\n" + lines.map { escaped($0) + "\n" }.joined() + ".Ed\n"
      }
    }.joined()
  }

  /// Each sentence on lines of its own, as mdoc(7) wants it.
  private static func paragraph(_ text: String) -> String {
    var sentences = [""]
    for word in text.split(separator: " ") {
      let ended = sentences[sentences.count - 1].last.map { ".!?".contains($0) } ?? false
      if ended, word.first?.isUppercase == true || word.first == "\"" { sentences.append("") }
      sentences[sentences.count - 1] += (sentences[sentences.count - 1].isEmpty ? "" : " ") + word
    }
    return sentences.flatMap { Lines.fill($0, 78) }.map { escaped($0) + "\n" }.joined()
  }

  /// Text in which roff(7) sees no requests and no escapes.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = line.replacing("\\", with: "\\e")
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }.joined(separator: "\n")
  }

  private static let head = #"""
    .\" Made by `make generate` of the .varlink files in Sources/Contracts/ControlAPI: change those instead.
    .Dd November 21, 2026
    .Dt ROOST-CONTROL 7
    .Os
    .Sh NAME
    .Nm roost-control
    .Nd the interfaces of roostd's control socket
    .Sh DESCRIPTION
    .Xr roostd 8
    answers Varlink calls at its control socket,
    .Pa /run/roost/control
    for the daemon of the system.
    .Xr roostctl 1
    is one client of it and uses nothing that other programs lack.
    .Pp
    The daemon shows its interfaces to
    .Ql varlinkctl introspect ;
    the same files are installed as
    .Pa share/varlink/org.roost.*.varlink ,
    for tools that make code of them.
    Interfaces grow: a later version may add methods, errors, and members of
    parameters, replies and types.
    It renames and removes none.
    A client skips members that it does not know.
    .Pp
    A parameter whose type begins with
    .Ql \&?
    may be left out or
    .Ql null .
    Every call may also fail with an error of
    .Ql org.varlink.service ,
    such as
    .Ql InvalidParameter
    or
    .Ql PermissionDenied .
    .Sh INTERFACES

    """#

  private static let tail = #"""
    .Sh EXAMPLES
    Launch an app, and wait until it is active:
    .Bd -literal -offset indent
    $ varlinkctl call /run/roost/control org.roost.Apps.Launch \e
        '{"id":"com.example.notes"}'
    .Ed
    .Pp
    Watch what happens:
    .Bd -literal -offset indent
    $ varlinkctl call --more /run/roost/control org.roost.Monitor.Watch '{}'
    .Ed
    .Sh SEE ALSO
    .Xr roostctl 1 ,
    .Xr varlinkctl 1 ,
    .Xr roost-agent 7 ,
    .Xr roostd 8
    .Pp
    .Lk https://varlink.org

    """#
}
