// An .xcconfig file: build settings as lines, and the files that it includes.
import StreamSafeText

struct ConfigurationFile {
  /// How deep files include files, and how many there are.
  private static let deepest = 16
  private static let mostFiles = 128
  /// How large each is, in bytes.
  private static let largest = 1 << 20

  /// Value by name, with conditions in brackets as part of the name.
  private(set) var values: [String: String] = [:]
  /// Files that were to be included and cannot be read, with the reason.
  private(set) var missing: [(path: String, why: String)] = []
  private var files = 0
  private let root: SourceRoot
  /// Where a file is looked for that is not beside the one that includes it.
  private let project: String

  init(_ path: String, in root: SourceRoot, project: String) {
    self.root = root
    self.project = project
    read(path, above: [])
  }

  /// - Parameter above: the files that include it.
  private mutating func read(_ path: String, above: [String]) {
    files += 1
    guard !above.contains(path) else { return missing.append((path, "it includes itself")) }
    guard above.count < Self.deepest, files <= Self.mostFiles else {
      return missing.append((path, "files include each other too deep, or too often"))
    }
    let bytes: [UInt8]
    do {
      bytes = try root.read(path, atMost: Self.largest)
    } catch let refusal {
      return missing.append((path, refusal.reason(root)))
    }
    for line in String(decoding: bytes, as: UTF8.self).streamSafe.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("#include") {
        include(line.dropFirst("#include".count), from: path, above: above + [path])
      } else {
        assign(line)
      }
    }
  }

  private mutating func include(_ rest: Substring, from path: String, above: [String]) {
    let isOptional = rest.hasPrefix("?")
    let quotes = rest.split(separator: "\"", omittingEmptySubsequences: false)
    guard quotes.count > 2 else { return }
    let name = String(quotes[1])
    let folder = path.dropLast(lastName(path).count)
    let candidates = name.hasPrefix("/") ? [name] : [standardized(folder + name), standardized(project + "/" + name)]
    var hidden: String?
    for candidate in candidates {
      do throws(SourceRoot.Refusal) {
        _ = try root.findFile(candidate)
        return read(candidate, above: above)
      } catch {
        if case .hidden = error { hidden = error.reason(root) }
      }
    }
    if let hidden {
      missing.append((candidates[0], hidden))
    } else if !isOptional {
      missing.append((candidates[0], "there is no such file in \(root.path)"))
    }
  }

  /// `NAME = value`; a name may have conditions, whose brackets may hold "=".
  private mutating func assign(_ line: Substring) {
    var line = line
    if let comment = line.firstRange(of: "//") { line = line[..<comment.lowerBound] }
    var inBrackets = false
    guard
      let equals = line.firstIndex(where: { character in
        if character == "[" { inBrackets = true }
        if character == "]" { inBrackets = false }
        return character == "=" && !inBrackets
      })
    else { return }
    let name = trimmed(line[..<equals])
    var rest = line[line.index(after: equals)...]
    while let last = rest.last, last == ";" || last.isWhitespace { rest.removeLast() }
    var value = trimmed(rest)
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return }
    // An earlier line's value is what this one inherits.
    if let earlier = values[name] { value = BuildSettings.inherit(earlier, into: value) }
    values[name] = value
  }

  private func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
