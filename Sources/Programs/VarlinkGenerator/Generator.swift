// Makes every file that is made of the .varlink files.
import Foundation

struct Generator {
  /// The folder of the interfaces, from the package's root.
  static let contracts = "Sources/Contracts/ControlAPI"
  static let swift = contracts + "/Generated"
  static let pages = "docs/interfaces"
  static let manualPage = "man/roost-control.7"

  /// Reads every .varlink file of the package, in the order of their names.
  static func interfaces(in root: String) throws -> [Interface] {
    let folder = "\(root)/\(contracts)"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".varlink") }.sorted()
    return try names.map { name in
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      do {
        let interface = try InterfaceParser.parse(text)
        guard "\(interface.name).varlink" == name else {
          throw GeneratorError("\(contracts)/\(name) declares \(interface.name); name the file as the interface")
        }
        return interface
      } catch let error as InterfaceError {
        throw GeneratorError("\(contracts)/\(name):\(error.line): \(error.problem)")
      }
    }
  }

  /// The text of every file that is made of the interfaces, by its path from the package's root.
  static func files(of interfaces: [Interface]) throws(GeneratorError) -> [String: String] {
    var files: [String: String] = [:]
    var declared: [String: Interface.Shape] = [:]
    for interface in interfaces {
      var source = SwiftInterface(interface, declared: declared)
      files["\(swift)/\(interface.shortName)Interface.swift"] = try source.source()
      declared = source.declared
      files["\(pages)/\(interface.name).md"] = MarkdownPages.of(interface)
    }
    files["\(swift)/ControlCall.swift"] = try SwiftCalls.calls(interfaces)
    files["\(swift)/ControlError.swift"] = try SwiftCalls.errors(interfaces)
    files["\(pages)/README.md"] = MarkdownPages.index(interfaces)
    files[manualPage] = ManualPage.of(interfaces)
    return files
  }

  /// Writes what has changed, and removes what is made of no interface any more.
  static func write(_ files: [String: String], in root: String) throws {
    for folder in [swift, pages] {
      try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    for path in try made(in: root) where files[path] == nil {
      try FileManager.default.removeItem(atPath: "\(root)/\(path)")
    }
    for (path, text) in files where (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) != text {
      try text.write(toFile: "\(root)/\(path)", atomically: true, encoding: .utf8)
    }
  }

  /// Every file that is there now and holds nothing but what was made.
  static func made(in root: String) throws -> [String] {
    try [swift, pages].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").map { "\(folder)/\($0)" }
    } + [manualPage]
  }
}

/// The reason why nothing was made: a sentence for the person who changed an interface.
struct GeneratorError: Error, Hashable, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
