// varlink-generator: makes the Swift types and the references of the control interfaces (`make generate`).
// usage: VarlinkGenerator [PACKAGE]
import Foundation

do {
  let root = CommandLine.arguments.dropFirst().first ?? "."
  try Generator.write(try Generator.files(of: try Generator.interfaces(in: root)), in: root)
} catch {
  FileHandle.standardError.write(Data("unable to generate: \(error)\n".utf8))
  exit(1)
}
