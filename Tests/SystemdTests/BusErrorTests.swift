// The words of services that refuse a call.
import CSystemd
import Testing

@testable import Systemd

struct BusErrorTests {
  @Test("Of an error's text as much is kept as of any other of the bus, and all of a short one")
  func lengths() {
    let long = String(repeating: "z", count: 8_000_000)
    let kept = long.withCString { BusError(sd_bus_error(name: $0, message: $0, _need_free: 0)) }
    let most = String(repeating: "z", count: BusMessage.longestText)
    #expect(kept == .reply(name: most, message: most))
    let short = "org.x".withCString { BusError(sd_bus_error(name: $0, message: nil, _need_free: 0)) }
    #expect(short == .reply(name: "org.x", message: ""))
  }
}
