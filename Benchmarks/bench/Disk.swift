// The size of a program on disk, and whose code that is: ours, Swift's own libraries', or that of packages.
import Foundation

/// The size of `roostd` without its symbols, and its largest parts by nm(1) and size(1).
func disk(_ stage: Stage) throws -> [Figure] {
  let owners = try code(of: stage.roostd, stage)
  let tables = try sections(of: stage.roostd, stage)
  func part(_ what: String, _ bytes: Int) -> Figure { Figure(what: what, result: .size(Double(bytes) / 1024)) }
  return [
    Figure(
      what: "roostd on disk, without its symbols",
      result: .kilobytes(Double(try sizeWithoutSymbols(stage)) / 1024, under: 20 * 1024)),
    part("  of it code of Swift's library and runtime, and of Foundation", owners[.swift] ?? 0),
    part("  and of packages: cryptography, arguments, TOML", owners[.package] ?? 0),
    part("  and of Roost", owners[.roost] ?? 0),
    part(
      "  and tables by which functions are unwound", tables.filter { $0.key.hasPrefix(".eh_frame") }.values.reduce(0, +)
    ),
    part("  and relocations", tables[".rela.dyn"] ?? 0),
  ]
}

private enum Owner {
  case swift, package, roost
}

private func sizeWithoutSymbols(_ stage: Stage) throws -> Int {
  let stripped = stage.directory + "/stripped"
  try Spawned("/usr/bin/strip", ["-o", stripped, stage.roostd]).wait()
  return try FileManager.default.attributesOfItem(atPath: stripped)[.size] as? Int ?? 0
}

/// Bytes of functions by whose module the mangled name begins with (Swift's docs/ABI/Mangling.rst).
private func code(of program: String, _ stage: Stage) throws -> [Owner: Int] {
  let packages = ["Crypto", "ArgumentParser", "TOMLKit", "Logging", "SystemPackage"]
  let libraries = ["Foundation", "_Foundation", "_RegexParser", "_StringProcessing", "Synchronization", "Dispatch"]
  var bytes: [Owner: Int] = [:]
  for line in try output(of: "/usr/bin/nm", ["-S", program], stage) {
    let words = line.split(separator: " ", maxSplits: 3)
    guard words.count == 4, "tTwWvV".contains(words[2]), let size = Int(words[1], radix: 16) else { continue }
    let name = words[3]
    let module = name.hasPrefix("$s") ? name.dropFirst(2).drop(while: \.isNumber) : ""
    let isOfModule = name.dropFirst(2).first?.isNumber == true && !module.isEmpty
    let owner: Owner =
      if isOfModule, packages.contains(where: module.hasPrefix) {
        .package
      } else if isOfModule, !libraries.contains(where: module.hasPrefix) {
        .roost
      } else if name.contains("BoringSSL") || name.contains("toml") {
        .package
      } else {
        .swift
      }
    bytes[owner, default: 0] += size
  }
  return bytes
}

/// The sizes of its sections by name.
private func sections(of program: String, _ stage: Stage) throws -> [Substring: Int] {
  try output(of: "/usr/bin/size", ["-A", "-d", program], stage).reduce(into: [:]) { sizes, line in
    let words = line.split(separator: " ")
    if words.count == 3 { sizes[words[0]] = Int(words[1]) }
  }
}

private func output(of program: String, _ arguments: [String], _ stage: Stage) throws -> [Substring] {
  let path = stage.directory + "/output"
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw BenchError.system(action: "make \(path)", errno: errno) }
  defer { close(file) }
  try Spawned(program, arguments, descriptors: [(file, STDOUT_FILENO)]).wait()
  return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
}
