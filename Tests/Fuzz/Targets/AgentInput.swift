// Lines that an app writes, as far as the model that answers them; and those that it is written.
import LifecycleModel
import WireJSON

@testable import AgentProtocol
@testable import AppLink

@MainActor enum AgentInput {
  static func read(_ bytes: [UInt8]) {
    let messages = lines(bytes, in: 1).compactMap { try? AppMessage(line: $0) }
    require(lines(bytes, in: 7) == lines(bytes, in: 1), "lines depend on the pieces that they come in")
    var device = SimulatedDevice()
    for message in messages {
      let line = Array(message.line.dropLast())
      require((try? AppMessage(line: line)) == message, "\(message) is another message when our library writes it")
      if let input = Input(message, from: device.app) { device.take(input) }
    }
    device.run()
    for line in lines(bytes, in: 1) { _ = try? SupervisorMessage(line: line) }
  }

  /// What a framer makes of the bytes in so many pieces.
  private static func lines(_ bytes: [UInt8], in pieces: Int) -> [[UInt8]] {
    var framer = LineFramer.ofMessages()
    var lines: [[UInt8]] = []
    let size = bytes.count / pieces + 1
    for begin in stride(from: 0, to: bytes.count, by: size) {
      bytes[begin..<min(begin + size, bytes.count)].withUnsafeBytes { framer.append($0) }
      while let line = try? framer.next() { lines.append(line) }
    }
    return lines
  }
}
