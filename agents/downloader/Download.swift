// The record of a download between two attempts: its source, its version, and the part that is there.

import Foundation

struct Download: Codable {
  let source: URL
  /// The version that the bytes are of; nil before the server has answered, or when it does not say.
  var etag: String?

  private static let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  private static let record = folder.appending(path: "download.json")
  private var partial: URL { target.appendingPathExtension("part") }

  private var target: URL {
    let name = source.lastPathComponent
    return Self.folder.appending(path: ["", "/", ".", "..", "download.json"].contains(name) ? "download" : name)
  }

  init(source: URL) { self.source = source }

  /// The one that has begun and not ended.
  static var saved: Download? { try? JSONDecoder().decode(Download.self, from: Data(contentsOf: record)) }

  func save() throws { try JSONEncoder().encode(self).write(to: Self.record, options: .atomic) }

  /// The number of bytes that are there.
  var received: Int {
    ((try? FileManager.default.attributesOfItem(atPath: partial.path))?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// To append to: nothing after the first `size` bytes is kept.
  func partialFile(startingAt size: Int) throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: partial.path) { try Data().write(to: partial) }
    let handle = try FileHandle(forWritingTo: partial)
    try handle.truncate(atOffset: UInt64(size))
    return handle
  }

  func complete() throws {
    try? FileManager.default.removeItem(at: target)
    try FileManager.default.moveItem(at: partial, to: target)
    discard()
  }

  func discard() {
    for file in [partial, Self.record] { try? FileManager.default.removeItem(at: file) }
  }
}
