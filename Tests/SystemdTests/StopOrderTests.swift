// Whether a stop is a restart, asked of a manager that python3-dbusmock plays, on a bus that lets nobody in any more.
import Foundation
import TestBus
import TestFolders
import TestLoop
import Testing

@testable import Systemd

@MainActor
@Suite(.serialized)
struct StopOrderTests {
  private static let service = "org.freedesktop.systemd1"
  private static let root = "/org/freedesktop/systemd1"

  private let loop: EventLoop
  private let server: PrivateBus
  private let log = LogLines()

  init() throws {
    loop = try EventLoop()
    server = try PrivateBus()
  }

  private func order() -> StopOrder {
    StopOrder(loop, log: log.logger, unit: (name: "roostd.service", bus: server.address), patience: 60_000_000_000)
  }

  /// A manager whose job for the unit is to restart it.
  private func playManager() throws {
    let mock = "org.freedesktop.DBus.Mock"
    let (unit, job) = (Self.root + "/unit/roostd", Self.root + "/job/7")
    try server.mock(Self.service, Self.service, Self.root, Self.service + ".Manager")
    try server.call(
      Self.service, Self.root, mock + ".AddMethod", "sssss", Self.service + ".Manager", "GetUnit", "s", "o",
      "ret = '\(unit)'")
    try server.call(
      Self.service, Self.root, mock + ".AddObject", "ssa{sv}a(ssss)", unit, Self.service + ".Unit", "1", "Job", "(uo)",
      "7", job, "0")
    try server.call(
      Self.service, Self.root, mock + ".AddObject", "ssa{sv}a(ssss)", job, Self.service + ".Job", "1", "JobType", "s",
      "restart", "0")
  }

  private func isRestart(_ order: StopOrder) throws -> Bool {
    var answer: Bool?
    order.ask { answer = $0 }
    try loop.run { answer != nil }
    return answer == true
  }

  @Test("A restart is known for one also where the bus has let in nobody since the daemon began")
  func closedBus() throws {
    try playManager()
    let order = order()
    try FileManager.default.removeItem(atPath: String(server.address.dropFirst("unix:path=".count)))
    #expect(try isRestart(order))
  }

  @Test("A bus that was not there when the daemon began, or has gone since, is looked for again")
  func laterBus() throws {
    try playManager()
    let before = order()
    while try loop.runOnce(timeout: .milliseconds(100)) {}
    server.stop()
    while try loop.runOnce(timeout: .milliseconds(100)) {}
    let without = order()
    #expect(log.all == [])
    try server.start()
    try playManager()
    #expect(try isRestart(before))
    #expect(try isRestart(without))
  }
}
