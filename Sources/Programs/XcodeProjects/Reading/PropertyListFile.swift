// A property list as Xcode's projects have them: XML, or OpenStep's form.
import FoundationEssentials
import PropertyLists

package enum PropertyListFile {
  /// How deep XML may go: Foundation's reader calls itself for each level, and takes ever longer.
  private static let deepest = 64

  /// The dictionary that it is.
  package static func read(_ path: String, in root: SourceRoot) throws(ProjectError) -> [String: PropertyListValue] {
    let bytes: [UInt8]
    do {
      bytes = try root.read(path)
    } catch let refusal {
      throw .unreadable(path, why: refusal.reason(root))
    }
    let value = try parse(bytes, path)
    guard let keys = value.keys else { throw .notValid(path, line: 1, why: "it is not a dictionary") }
    return keys
  }

  package static func parse(_ bytes: [UInt8], _ path: String) throws(ProjectError) -> PropertyListValue {
    if bytes.starts(with: "bplist".utf8) {
      throw .notValid(path, line: 1, why: "it is binary; `plutil -convert xml1` makes it XML")
    }
    let isXML = ["<?xml", "<!DOCTYPE", "<plist"].contains { start in
      bytes.starts(with: start.utf8) || bytes.starts(with: [0xEF, 0xBB, 0xBF] + start.utf8)
    }
    guard isXML else {
      do {
        return try OpenStepReader.read(bytes)
      } catch let mistake {
        throw .notValid(path, line: mistake.line, why: mistake.why)
      }
    }
    guard depth(bytes) <= deepest else { throw .notValid(path, line: 1, why: "it goes deeper than \(deepest)") }
    guard PropertyListMarks.areFew(in: bytes) else {
      throw .notValid(path, line: 1, why: "it has more than thirty combining marks in a row")
    }
    do {
      return try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    } catch {
      throw .notValid(path, line: 1, why: "it is not a property list; `xmllint --noout` shows where")
    }
  }

  /// How many elements are open at once at most. Tags in comments and the like do not count.
  private static func depth(_ bytes: [UInt8]) -> Int {
    var (depth, deepest, position) = (0, 0, 0)
    let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map { (Array($0.utf8), Array($1.utf8)) }
    while position < bytes.count {
      let rest = bytes[position...]
      if bytes[position] != UInt8(ascii: "<") {
        position += 1
      } else if let (opening, closing) = skipped.first(where: { rest.starts(with: $0.0) }) {
        position += opening.count
        while position < bytes.count, !bytes[position...].starts(with: closing) { position += 1 }
      } else {
        let isEnd = rest.dropFirst().first == UInt8(ascii: "/")
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") { position += 1 }
        let isEmpty = bytes[position - 1] == UInt8(ascii: "/")
        if isEnd { depth = max(0, depth - 1) } else if !isEmpty { depth += 1 }
        deepest = max(deepest, depth)
        position += 1
      }
    }
    return deepest
  }
}
