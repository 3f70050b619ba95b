// An animated PNG on disk, which grows by a frame at a time (PNG specification, third edition, 4.10 and 11.3.6).
import Glibc

struct FilmFile {
  /// Bytes: some three quarters of an hour of a screen that never rests.
  private static let longest = 1 << 30
  /// Milliseconds for which the last frame stays at least: a player begins again after it.
  private static let rest: Int64 = 1000
  /// Bytes before acTL, which says how many frames there are, and so is written again at the end.
  private static let countOffset: off_t = 33

  private let file: OutputFile
  private let successor: FileSuccessor
  private var length = 0
  private var header: [UInt8] = []
  /// Frames and their later parts are numbered together.
  private var sequence: UInt32 = 0
  /// It is written when it is known for how long it stays.
  private var last: (picture: PNGPicture, since: Int64)?
  private(set) var frames: UInt32 = 0
  /// The time that its frames take together.
  private(set) var milliseconds: Int64 = 0

  init(_ path: String) throws(CommandFailure) {
    file = OutputFile(path)
    successor = try file.successor()
  }

  /// Shows a picture from `time` on, in milliseconds. All have the size and the format of the first.
  ///
  /// - Returns: false when the file is as long as it may be, and the picture is not in it.
  mutating func show(_ picture: PNGPicture, at time: Int64) throws(CommandFailure) -> Bool {
    if header.isEmpty {
      header = picture.header
      try put(PNGPicture.signature + PNGChunk.bytes("IHDR", header) + Self.count(0))
    }
    guard picture.header == header else {
      throw .refused("unable to write \(file.path): roost-picture has drawn a frame in another format than the first")
    }
    try putLast(until: time)
    guard length + picture.pixels.count < Self.longest else { return false }
    last = (picture, time)
    return true
  }

  /// The file takes its place, and can be played: where the disk does not take the last frame, with those before it. It is
  /// gone where there is none.
  mutating func finish(at time: Int64) throws(CommandFailure) {
    var failure: CommandFailure?
    let end = max(time, (last?.since ?? 0) + Self.rest)
    do throws(CommandFailure) { try putLast(until: end) } catch { failure = error }
    do throws(CommandFailure) {
      if frames == 0, let failure { throw failure }
      try put(PNGChunk.bytes("IEND", []))
      let count = Self.count(frames)
      guard pwrite(successor.descriptor, count, count.count, Self.countOffset) == count.count else {
        throw file.unable(errno)
      }
    } catch {
      discard()
      throw error
    }
    try successor.takePlace()
    if let failure { throw failure }
  }

  func discard() { successor.drop() }

  private mutating func putLast(until time: Int64) throws(CommandFailure) {
    guard let (picture, since) = last else { return }
    last = nil
    var control = next() + header[..<8] + UInt32(0).bigEndianBytes + UInt32(0).bigEndianBytes
    control += Self.delay(time - since)
    // The next frame is drawn over it, and replaces all of it.
    control += [0, 0]
    let pixels =
      frames == 0 ? PNGChunk.bytes("IDAT", picture.pixels) : PNGChunk.bytes("fdAT", next() + picture.pixels)
    try put(PNGChunk.bytes("fcTL", control) + pixels)
    frames += 1
    milliseconds += time - since
  }

  private mutating func next() -> [UInt8] {
    defer { sequence += 1 }
    return sequence.bigEndianBytes
  }

  private mutating func put(_ bytes: [UInt8]) throws(CommandFailure) {
    let failure = OutputFile.put(bytes, successor.descriptor)
    guard failure == 0 else {
      // On a full disk the frames before it can be finished all the same.
      ftruncate(successor.descriptor, off_t(length))
      lseek(successor.descriptor, off_t(length), SEEK_SET)
      throw file.unable(failure)
    }
    length += bytes.count
  }

  /// It plays again and again.
  private static func count(_ frames: UInt32) -> [UInt8] {
    PNGChunk.bytes("acTL", frames.bigEndianBytes + UInt32(0).bigEndianBytes)
  }

  /// A fraction of a second, in two numbers of 16 bits. A delay of 0 would be as short as the player likes.
  private static func delay(_ milliseconds: Int64) -> [UInt8] {
    let isLong = milliseconds > Int64(UInt16.max)
    let number = UInt16(clamping: max(1, isLong ? (milliseconds + 500) / 1000 : milliseconds))
    return number.bigEndianBytes + UInt16(isLong ? 1 : 1000).bigEndianBytes
  }
}
