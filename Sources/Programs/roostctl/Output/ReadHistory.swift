// The daemon's history, as roostctl has read it.
import ControlAPI

struct ReadHistory {
  var entries: [HistoryInterface.Entry] = []
  /// CLOCK_MONOTONIC in nanoseconds; nil: the first entry's time.
  var start: Int64?
  var end: Int64 = 0
  /// Added to a time, gives nanoseconds since 1970.
  var calendar: Int64 = 0

  /// Adds what the daemon has noted since the last entry, until now. False when that was nothing.
  mutating func goOn(_ client: ControlClient) throws(ControlFailure) -> Bool {
    let before = entries.last?.position
    var reply = try client.call(HistoryInterface.Read(after: before), timeout: ConnectionOptions.patience).believable
    (end, calendar) = (reply.now, reply.calendar - reply.now)
    entries += reply.entries
    var position = before ?? 0
    // Entries that come while this reads belong to a later picture.
    while let last = reply.entries.last, last.time <= end, last.position > position {
      position = last.position
      reply = try client.call(HistoryInterface.Read(after: position), timeout: ConnectionOptions.patience).believable
      entries += reply.entries
    }
    return entries.last?.position != before
  }
}

extension ConnectionOptions {
  func history(_ options: HistoryOptions) throws -> ReadHistory {
    var start: Int64?
    if let wait = options.wait {
      start = try ask(HistoryInterface.GetExtent()).now.believable
      Pause.wait(seconds: wait)
    }
    var found = try history()
    found.start = options.last.map { max(0, found.end - Int64($0 * 1e9)) } ?? start
    return found
  }

  /// All that the daemon has.
  func history() throws(CommandFailure) -> ReadHistory {
    let client = try connect()
    var found = ReadHistory()
    do throws(ControlFailure) { _ = try found.goOn(client) } catch { throw CommandFailure(error, socket: path) }
    return found
  }
}

extension HistoryInterface.Read.Reply {
  /// With times whose sums and differences have room: the daemon may be anybody's, and an overflow would end roostctl.
  fileprivate var believable: Self {
    var reply = self
    (reply.now, reply.calendar) = (now.believable, calendar.believable)
    for index in reply.entries.indices {
      reply.entries[index].time = reply.entries[index].time.believable
      reply.entries[index].value = reply.entries[index].value.map { max(0, $0) }
    }
    return reply
  }
}

extension Int64 {
  /// Of nanoseconds, those from 0 to as far as the year 2116.
  fileprivate var believable: Int64 { Swift.min(Swift.max(0, self), Self.max / 2) }
}
