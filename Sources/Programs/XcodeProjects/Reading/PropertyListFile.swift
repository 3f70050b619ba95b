// A property list as Xcode's projects have them: XML, or OpenStep's form.
import FoundationEssentials
import PropertyLists

package enum PropertyListFile {
  /// The dictionary that it is.
  ///
  /// - Parameter isOwners: as of ``SourceRoot/read(_:atMost:isOwners:)``.
  package static func read(
    _ path: String, in root: SourceRoot, isOwners: Bool = false
  ) throws(ProjectError) -> [String: PropertyListValue] {
    let bytes: [UInt8]
    do {
      bytes = try root.read(path, isOwners: isOwners)
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
    guard XMLDepth.isBounded(in: bytes) else {
      throw .notValid(
        path, line: 1, why: "its arrays and dictionaries are more than \(PropertyListBounds.deepest) deep")
    }
    guard PropertyListMarks.areFew(in: bytes) else {
      throw .notValid(path, line: 1, why: "it has more than thirty combining marks in a row")
    }
    do {
      return try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    } catch {
      throw .notValid(path, line: 1, why: "it is not a property list; `xmllint --noout` shows where")
    }
  }
}
