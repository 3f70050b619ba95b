// A message bus of a test's own: a dbus-daemon(1) in a temporary folder, with nobody on it but whom the test asks.
import Foundation
public import RoostTesting
import Synchronization

/// Its last reference ends it and the services on it.
public final class PrivateBus: Sendable {
  public let address: String
  private let folder: String
  private let running = Mutex<(daemon: Program?, mocks: [Program])>((nil, []))

  public init() throws {
    folder = "/tmp/roost-bus-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    address = "unix:path=\(folder)/bus"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts it again after ``stop()``, at the same address.
  public func start() throws {
    // The daemon prints its address when it listens there: its socket can be seen a moment before.
    let printed = folder + "/address"
    try? FileManager.default.removeItem(atPath: printed)
    let daemon = try program(
      ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)"],
      output: printed)
    running.withLock { $0.daemon = daemon }
    try wait(for: "the bus") { (try? String(contentsOfFile: printed, encoding: .utf8))?.hasSuffix("\n") == true }
  }

  public func stop() {
    let ended = running.withLock { running in
      defer { running = (nil, []) }
      return running.mocks + [running.daemon].compactMap(\.self)
    }
    for program in ended { end(program) }
  }

  /// Starts a service, as python3-dbusmock plays it, and waits until it is there.
  ///
  /// - Parameter arguments: a template and its parameters, or the name, path and interface of a single empty object.
  @discardableResult public func mock(_ service: String, _ arguments: String...) throws -> Program {
    // Debian's own interpreter, which Debian's modules are for.
    let mock = try program(["/usr/bin/python3", "-m", "dbusmock", "--system", "--logfile", "/dev/null"] + arguments)
    running.withLock { $0.mocks.append(mock) }
    let bus = "org.freedesktop.DBus"
    try wait(for: service) {
      (try? call(bus, "/org/freedesktop/DBus", bus + ".GetNameOwner", "s", service)) != nil
    }
    return mock
  }

  /// Ends a service of ``mock(_:_:)``.
  public func end(mock: Program) {
    running.withLock { $0.mocks.removeAll { $0 === mock } }
    end(mock)
  }

  /// Calls `method`, named with its interface, and returns what busctl(1) prints of its answer.
  @discardableResult
  public func call(_ service: String, _ path: String, _ method: String, _ arguments: String...) throws -> String {
    try call(service, path, method, arguments)
  }

  /// The same.
  @discardableResult
  public func call(_ service: String, _ path: String, _ method: String, _ arguments: [String]) throws -> String {
    let name = method.split(separator: ".")
    return try busctl(
      ["call", "--", service, path, name.dropLast().joined(separator: "."), String(name.last ?? "")] + arguments)
  }

  /// Sends a signal from a connection of its own, to everybody or to one alone.
  public func emit(to destination: String? = nil, _ arguments: String...) throws {
    try emit(to: destination, arguments)
  }

  /// The same.
  public func emit(to destination: String? = nil, _ arguments: [String]) throws {
    try busctl(["emit"] + (destination.map { ["--destination=" + $0] } ?? []) + ["--"] + arguments)
  }

  /// Sends a signal that carries a descriptor to one alone, which busctl(1) cannot.
  public func emitDescriptor(to destination: String, _ path: String, _ interface: String, _ member: String) throws {
    let code = """
      import dbus, dbus.bus, dbus.lowlevel, sys
      bus = dbus.bus.BusConnection(sys.argv[1])
      signal = dbus.lowlevel.SignalMessage(*sys.argv[3:])
      signal.set_destination(sys.argv[2])
      signal.append(dbus.types.UnixFd(0), signature="h")
      bus.send_message(signal)
      bus.flush()
      bus.get_name_owner("org.freedesktop.DBus")
      """
    let sender = try program(["/usr/bin/python3", "-c", code, address, destination, path, interface, member])
    let status = sender.wait()
    guard status == 0 else { throw BusFailure(description: "the sender exited with \(status): \(errors)") }
  }

  /// Everybody on the bus by unique names, such as `:1.7`; without the one that asks for the test, which came last.
  public func everybody() throws -> [String] {
    let bus = "org.freedesktop.DBus"
    return try call(bus, "/org/freedesktop/DBus", bus + ".ListNames").split(separator: "\"").map(String.init)
      .filter { $0.hasPrefix(":") }.sorted { $0.count < $1.count || $0.count == $1.count && $0 < $1 }.dropLast()
  }

  @discardableResult private func busctl(_ arguments: [String]) throws -> String {
    let output = "\(folder)/\(UInt32.random(in: 0 ... .max))"
    let command = try program(["busctl", "--address=\(address)"] + arguments, output: output)
    let status = command.wait()
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    guard status == 0 else { throw BusFailure(description: "busctl \(arguments) exited with \(status): \(errors)") }
    return text
  }

  private func end(_ program: Program) {
    program.signal(SIGTERM)
    program.wait()
  }

  private func wait(for what: String, until isThere: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !isThere() {
      guard Date() < deadline else { throw BusFailure(description: "\(what) did not start: \(errors)") }
      usleep(2000)
    }
  }

  private func program(_ command: [String], output: String = "/dev/null") throws -> Program {
    try Program(
      "/usr/bin/env", command, output: output, errors: folder + "/errors",
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": address])
  }

  private var errors: String { (try? String(contentsOfFile: folder + "/errors", encoding: .utf8)) ?? "" }
}

/// The reason why a test has no bus, or no answer on it.
public struct BusFailure: Error, CustomStringConvertible {
  public let description: String
}
