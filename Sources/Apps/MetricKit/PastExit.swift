// The end of one of the app's earlier processes, as roostd tells of it (roost-agent(7), untoldExits).

import AgentProtocol
import WireJSON

/// Times are nanoseconds.
struct PastExit: Hashable, Codable, Sendable {
  struct Frame: Hashable, Codable, Sendable {
    var image: String
    var uuid: String?
    var offset: Int
    var address: Int
    var symbol: String?
  }

  /// Processor time behind the screen that it was killed for.
  struct Load: Hashable, Codable, Sendable {
    var used: Int
    var window: Int
  }

  var number: Int
  /// Since 1970.
  var time: Int
  var state: String
  var namespace: String
  /// Hexadecimal, such as `0x8badf00d`.
  var code: String?
  var reason: String
  var text: String
  var signal: Int32?
  var status: Int32?
  var callback: String?
  var elapsed: Int?
  /// The deadline that it missed.
  var step: String?
  var load: Load?
  /// Of the main thread, the innermost first.
  var frames: [Frame]?

  /// Nil for what is no record.
  init?(_ record: JSON) {
    guard let exit = try? WireDecoder.decode(PastExit.self, from: Array(record.text.utf8)) else { return nil }
    self = exit
  }
}

/// The processes that ended between two payloads.
struct Period: Hashable, Codable, Sendable {
  /// When the one before ended, or the first of these; nanoseconds since 1970.
  var begin: Int
  /// The oldest first; never empty.
  var exits: [PastExit]

  var end: Int { max(begin, exits.map(\.time).max() ?? begin) }
}

extension Date {
  /// From nanoseconds since 1970.
  init(nanoseconds: Int) { self.init(timeIntervalSince1970: Double(nanoseconds) / 1e9) }
}
