// The devices that a test makes, kept until it is known how the test went.
import ControlAPI
import Synchronization

/// The current one holds each daemon that is started, which so runs on, and the events of each device that is made.
package final class DeviceRecorder: Sendable {
  @TaskLocal package static var current: DeviceRecorder?

  private struct Made {
    var daemons: [PrivateDaemon] = []
    var devices: [(socket: String, events: EventLog)] = []
  }

  private let made = Mutex(Made())

  package init() {}

  func add(_ daemon: PrivateDaemon) { made.withLock { $0.daemons.append(daemon) } }
  func add(_ events: EventLog, of socket: String) { made.withLock { $0.devices.append((socket, events)) } }

  /// For each device its events and a picture of each app in front, for each daemon its log; the names are those of files.
  package var records: [(name: String, text: String)] {
    let (daemons, devices) = made.withLock { ($0.daemons, $0.devices) }
    var records: [(name: String, text: String)] = []
    for (number, device) in devices.enumerated() {
      let place = number == 0 ? "" : "device-\(number + 1)-"
      records.append((place + "events.txt", device.events.all.map { "\($0.line)\n" }.joined()))
      for (app, svg) in Self.pictures(on: device.socket) { records.append(("\(place)\(app).svg", svg)) }
    }
    for (number, daemon) in daemons.enumerated() {
      records.append((number == 0 ? "roostd.log" : "device-\(number + 1)-roostd.log", daemon.log))
    }
    return records
  }

  /// Milliseconds that an app has for its picture: one that hangs has none.
  private static let patience: Int64 = 2000

  private static func pictures(on socket: String) -> [(app: String, svg: String)] {
    guard let client = try? ControlClient(socket: socket), let state = try? client.call(DeviceInterface.GetState())
    else { return [] }
    return state.front.compactMap { app in
      (try? client.call(AppsInterface.Picture(id: app, timeout: patience)).svg).map { (app, $0) }
    }
  }
}
