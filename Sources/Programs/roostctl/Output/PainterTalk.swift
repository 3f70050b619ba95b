// The picture that roost-picture is given and the words that it says, at once: one that a picture has taken over may write before it
// reads, or do neither.
import Glibc

struct PainterTalk {
  /// More than roost-picture's longest PNG has, whose pixels take 64 MiB before they are compressed.
  private static let outputLimit = 96 << 20
  private static let complaintLimit = 4096

  /// One byte more than ``outputLimit`` where there was more.
  private(set) var png: [UInt8] = []
  private var complaints: [UInt8] = []
  private var rest: ArraySlice<UInt8>
  /// Below zero once it is closed.
  private var input: CInt
  private var output: CInt
  private var errors: CInt

  /// Takes the ends of three pipes over, which it closes.
  init(_ svg: [UInt8], input: CInt, output: CInt, errors: CInt) {
    rest = svg[...]
    (self.input, self.output, self.errors) = (input, output, errors)
    // A write of all to a pipe with room for some would wait for a reader (pipe(7)).
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  var words: String { String(decoding: complaints, as: UTF8.self) }
  var isTooLong: Bool { png.count > Self.outputLimit }

  /// Until it has said all, or the time is up.
  mutating func run(until deadline: ContinuousClock.Instant) {
    while output >= 0 || errors >= 0, let left = Self.milliseconds(until: deadline) {
      var entries = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0), pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&entries, nfds_t(entries.count), left) > 0 else { continue }
      if entries[0].revents != 0 { write() }
      // One that writes without end gets an error at the limit.
      if entries[1].revents != 0 { Self.read(&output, into: &png, Self.outputLimit) }
      if entries[2].revents != 0 { Self.read(&errors, into: &complaints, Self.complaintLimit) }
    }
    Self.end(&input)
    Self.end(&output)
    Self.end(&errors)
  }

  /// Rounded up; nil once the time is up.
  static func milliseconds(until deadline: ContinuousClock.Instant) -> CInt? {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return nil }
    let (seconds, attoseconds) = left.components
    return CInt(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  private mutating func write() {
    let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) }
    // It has complained before it stops reading.
    if rest.isEmpty || count < 0 && errno != EINTR && errno != EAGAIN { Self.end(&input) }
  }

  private static func read(_ descriptor: inout CInt, into bytes: inout [UInt8], _ limit: Int) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &piece, min(piece.count, limit + 1 - bytes.count))
    if count > 0 { bytes += piece[..<count] }
    if bytes.count > limit || count == 0 || count < 0 && errno != EINTR { end(&descriptor) }
  }

  private static func end(_ descriptor: inout CInt) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
