// A folder of a test's own with bundles to put in it, and the loop that a store reports to.
import Foundation
import Glibc

/// A temporary directory that is gone with the value.
public final class TestFolder {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "roost-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, making the folders above it. Returns its absolute path.
  @discardableResult public func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    guard mode & 0o111 != 0 else {
      try Data(text.utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      return file
    }
    // Copied by another process: a process that this one forks at the moment would hold the file open for writing, and
    // one that is cannot be executed (ETXTBSY, execve(2)).
    let draft = try write(name + ".draft", text)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: draft)
    guard run(["/bin/cp", "--preserve=mode", draft, file]) == 0 else { throw CocoaError(.fileWriteUnknown) }
    try FileManager.default.removeItem(atPath: draft)
    return file
  }

  /// The wait status of a program that was run to its end, or -1.
  private func run(_ arguments: [String]) -> Int32 {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    var status: Int32 = -1
    guard posix_spawn(&child, arguments[0], nil, nil, &words, environ) == 0 else { return -1 }
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    return status
  }

  /// Makes `NAME.app` with the given plist keys and a shell script for its executable. Returns the bundle's path.
  @discardableResult public func bundle(_ name: String, _ plist: [String: Any], script: String? = "#!/bin/sh\n") throws
    -> String
  {
    let data = try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
    try write("\(name).app/Info.plist", String(decoding: data, as: UTF8.self))
    if let script { try write("\(name).app/run", script, mode: 0o755) }
    return "\(path)/\(name).app"
  }

  /// The keys a bundle cannot do without.
  public static func plist(_ identifier: String, _ more: [String: Any] = [:]) -> [String: Any] {
    ["CFBundleIdentifier": identifier, "CFBundleExecutable": "run"].merging(more) { _, new in new }
  }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }
}

/// Hands a store's results to the test.
public func deliver(_ work: @escaping @MainActor @Sendable () -> Void) { Task { @MainActor in work() } }

/// The lines that a store has noted.
@MainActor public final class Notes {
  public var texts: [String] = []

  public init() {}
}
