// Follows a service on the bus: its owner, the state of one of its objects, and its signals.
import Logging
import Settings
import Systemd

/// A bus source, which turns a service's words into events.
protocol BusListener: AnyObject {
  var source: DeviceSource { get }
  /// The well-known name, and the object and interface whose properties are followed.
  var service: String { get }
  var path: String { get }
  var interface: String { get }
  /// Match rules of the signals that come to `receive`.
  var signals: [String] { get }
  /// Properties: all of them when the service is found, later those that changed.
  func learn(_ properties: [String: BusValue])
  /// The service is there, for the first time or again.
  func found(on bus: Bus)
  /// The service is not there any more, or cannot be heard.
  func lost()
  /// The service cannot be asked: it does not answer, or there is no bus. One that lets nobody in may do so later.
  func unanswered()
  func receive(_ signal: BusMessage, on bus: Bus)
}

extension BusListener {
  var signals: [String] { [] }
  func found(on bus: Bus) {}
  func lost() {}
  func unanswered() {}
  func receive(_ signal: BusMessage, on bus: Bus) {}
}

/// Follows one service over connections that come and go.
final class BusService {
  private let listener: any BusListener
  private let log: Logger
  /// The unique name that owns the service's. Anybody may address a signal to us alone, and no match rule keeps it
  /// out (the system bus lets signals pass): only what this one sends is believed.
  private var owner: String?
  /// The owner that the bus has named last; empty: nobody. Nil: it has named none since we follow the service.
  private var named: String?
  private var isKnownToBeAbsent = false
  private var hasToldOfRefusal = false
  private weak var bus: Bus?

  init(_ listener: any BusListener, log: Logger) {
    self.listener = listener
    self.log = log
  }

  /// Begins on a new connection.
  func follow(on bus: Bus) throws(SystemCallError) {
    self.bus = bus
    owner = nil
    named = nil
    try bus.match(
      "type='signal',sender='\(Self.busName)',interface='\(Self.busName)',member='NameOwnerChanged',"
        + "arg0='\(listener.service)'",
      from: { $0 == Self.busName }
    ) { [weak self] in self?.ownerChanged($0) }
    let ownSignals = "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',path='\(listener.path)'"
    for rule in [ownSignals] + listener.signals {
      try bus.match(
        "type='signal',sender='\(listener.service)'," + rule, unreadable: { [weak self] in self?.tellRefusal($0) },
        from: { [weak self] in $0 != nil && $0 == self?.owner }
      ) { [weak self] in self?.receive($0) }
    }
    try read()
  }

  /// The connection is gone, or there never was one. The code that made it tells why.
  ///
  /// - Parameter isAbsent: there is no bus that the service could be asked on.
  func lost(isAbsent: Bool) {
    believe(nil)
    bus = nil
    if isAbsent { listener.unanswered() }
  }

  var subject: String { listener.source.subject }

  private static let busName = "org.freedesktop.DBus"

  private func ownerChanged(_ signal: BusMessage) {
    guard signal.body.count == 3, let new = signal.body[2].string else { return }
    named = new
    believe(new.isEmpty ? nil : new)
    guard owner != nil else { return }
    do { try read() } catch { tellAbsence("\(error)") }
  }

  private func believe(_ new: String?) {
    guard new != owner else { return }
    owner = new
    if new == nil { listener.lost() } else if let bus { listener.found(on: bus) }
  }

  /// Asks for the properties, which also starts a service that is started when it is asked (D-Bus activation).
  private func read() throws(SystemCallError) {
    try bus?.properties(of: listener.interface, at: listener.path, on: listener.service) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let answer):
        // One that took its time may come from a former owner, and the new one would not be heard any more.
        guard named == nil || named == answer.owner else { return }
        isKnownToBeAbsent = false
        believe(answer.owner)
        listener.learn(answer.values)
      case .failure(let error):
        // With the bus goes every answer.
        guard bus?.isOpen == true else { return }
        tellAbsence("\(listener.service) does not answer on the bus: \(error)")
      }
    }
  }

  private func receive(_ signal: BusMessage) {
    guard let bus else { return }
    guard signal.path == listener.path, let change = PropertiesChange(signal), change.interface == listener.interface
    else { return listener.receive(signal, on: bus) }
    listener.learn(change.values)
    if !change.invalidated.isEmpty {
      do { try read() } catch { tellAbsence("\(error)") }
    }
  }

  /// Once for all: anybody may send us such a signal, as often as they like.
  private func tellRefusal(_ error: SystemCallError) {
    if !hasToldOfRefusal { log.warning("ignored a signal in the name of \(listener.service): \(error)") }
    hasToldOfRefusal = true
  }

  /// Once, until it has been there again.
  private func tellAbsence(_ reason: String) {
    if !isKnownToBeAbsent { log.info("\(listener.source.absence(reason))") }
    isKnownToBeAbsent = true
    listener.unanswered()
  }
}
