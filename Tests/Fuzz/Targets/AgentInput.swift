// Lines that an app writes, as far as the model that answers them; and those that it is written.
import LifecycleModel
import WireJSON

@testable import AgentProtocol
@testable import AppLink

@MainActor enum AgentInput {
  static func read(_ bytes: [UInt8]) {
    let messages = lines(bytes, in: 1, by: .ofMessages()).compactMap { try? AppMessage(line: $0) }
    require(
      lines(bytes, in: 7, by: .ofMessages()) == lines(bytes, in: 1, by: .ofMessages()),
      "lines depend on the pieces that they come in")
    var device = SimulatedDevice()
    for message in messages {
      let line = Array(message.line.dropLast())
      require((try? AppMessage(line: line)) == message, "\(message) is another message when our library writes it")
      if let input = Input(message, from: device.app) { device.take(input) }
    }
    device.run()
    for line in lines(bytes, in: 1, by: .ofMessages()) { _ = try? SupervisorMessage(line: line) }
  }
}
