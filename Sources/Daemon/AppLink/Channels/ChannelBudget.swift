// Bounds how much of the loop one app may have by what it sends.
import LifecycleModel

/// Counts what comes up an app's channel, and the answers to it.
///
/// Answers are read before deadlines are looked at and commands are served, so an app that keeps writing would have the
/// loop to itself. It has so much of it each second. One that takes more is read after everybody else and in small pieces,
/// from then until a second in which it takes less, and is ended when it goes on.
nonisolated struct ChannelBudget {
  enum Standing: Equatable {
    /// It is read before everybody else: an answer that is there counts as in time.
    case within
    /// It is read when nobody else has anything to do.
    case exceeded
    /// Nothing that an app has to say takes so much.
    case abused
  }

  /// Bytes at one look at the pipe: a millisecond of the loop, were each message as short as one can be.
  static let look = 2048
  /// Bytes at one look when it has had its share: nobody else waits for longer than some messages take.
  static let shortLook = 256
  /// Bytes that may wait in a pipe unless its app enlarges it (pipe(7)).
  static let drain = 65_536
  /// Bytes in a second.
  static let share = 16_384
  /// Bytes in ten seconds.
  static let limit = 4 << 20

  /// Bytes of answers that count as one: to ask costs few, and to put an answer together less than to read as much.
  static let answeredForOne = 4

  private var second = Window(length: .seconds(1))
  private var tenSeconds = Window(length: .seconds(10))

  /// As it was with the bytes that came last.
  private(set) var standing = Standing.within

  mutating func spend(_ bytes: Int, at now: Instant) -> Standing {
    second.add(bytes, at: now)
    tenSeconds.add(bytes, at: now)
    if tenSeconds.spent > Self.limit {
      standing = .abused
    } else {
      standing = second.spent > Self.share || second.before > Self.share ? .exceeded : .within
    }
    return standing
  }

  /// The bytes since it opened; the next opens with the first bytes after its end.
  private struct Window {
    let length: Duration
    private(set) var spent = 0
    /// Those of the window before it; 0 when as much time as that lasted has passed without any.
    private(set) var before = 0
    private var opened: Instant?

    init(length: Duration) { self.length = length }

    mutating func add(_ bytes: Int, at now: Instant) {
      if opened.map({ now >= $0 + length }) ?? true {
        before = opened.map { now < $0 + length + length } ?? false ? spent : 0
        opened = now
        spent = 0
      }
      spent += bytes
    }
  }
}
