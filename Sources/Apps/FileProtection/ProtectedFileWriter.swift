// Writing a protected file from its start to its end.
import Crypto
public import FoundationEssentials

/// Makes a protected file, piece by piece. It is there, in the place of the one before it, when ``close()`` has
/// returned; if the process ends before that, or the writer is let go, the file before it stays.
///
/// A file of class `completeUnlessOpen` can be begun and finished while the device is locked; one of class `complete`
/// fails to be written on.
public final class ProtectedFileWriter {
  private let path: String
  private let key: OpenKey
  private let chunkSize: Int
  /// Nil when it was closed, or has failed: a file that is on its way then is never whole.
  private var pending: PendingFile?
  private var waiting = Data()
  private var number = 0

  /// Begins a file for `url`.
  public init(
    for url: URL, protection: FileProtectionType = ProtectionClass.default.type,
    keys: any KeySource = ProtectedData.keys
  ) throws(ProtectionError) {
    path = url.path
    guard let kind = ProtectionClass(protection) else {
      throw .unknownType(path: url.path, type: protection.rawValue)
    }
    let (header, fileKey) = try FileHeader.make(kind, path: path, keys: keys)
    key = OpenKey(header, fileKey, path: path, keys: keys)
    chunkSize = header.chunkSize
    let pending = try PendingFile(replacing: path)
    try pending.write(Data(header.bytes))
    self.pending = consume pending
  }

  /// Adds to its end.
  public func write(_ data: Data) throws(ProtectionError) {
    try put(data, isEnd: false)
  }

  /// Puts the file in its place, on disk.
  public func close() throws(ProtectionError) {
    try put(Data(), isEnd: true)
  }

  private func put(_ data: Data, isEnd: Bool) throws(ProtectionError) {
    guard var pending = pending.take() else { throw .closed(path: path) }
    let fileKey = try key.get()
    waiting += data
    var rest = waiting[...]
    // A full chunk waits too: it may be the last.
    while rest.count > chunkSize {
      try pending.write(seal(rest.prefix(chunkSize), isLast: false, fileKey))
      rest = rest.dropFirst(chunkSize)
    }
    guard isEnd else {
      waiting = Data(rest)
      self.pending = consume pending
      return
    }
    try pending.write(seal(rest, isLast: true, fileKey))
    try pending.commit()
    waiting = Data()
  }

  private func seal(_ plain: Data, isLast: Bool, _ key: SymmetricKey) throws(ProtectionError) -> Data {
    defer { number += 1 }
    return try ChunkCipher.seal(plain, number: number, isLast: isLast, key: key, path: path)
  }
}
