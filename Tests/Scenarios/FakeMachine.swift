// The services of a machine that tell what happens to a device, played on a bus of a test's own.
import Foundation
import TestBus

/// logind with a session of kim's at the seat, UPower with a battery, timedated and localed.
final class FakeMachine {
  let bus: PrivateBus
  private let folder = "/tmp/roost-nodes-\(getpid())-\(UInt32.random(in: 0 ... .max))"

  init() throws {
    bus = try PrivateBus()
    try bus.mock(Self.logind, "--template", "logind")
    try bus.mock(Self.upower, "--template", "upower")
    try bus.mock(Self.timedated, "--template", "timedated")
    try bus.mock(Self.localed, Self.localed, "/org/freedesktop/locale1", Self.localed)
    try bus.call(Self.logind, Self.manager, mock("AddSession"), "ssusb", "1", "seat0", "1000", "kim", "true")
    try bus.call(
      Self.localed, "/org/freedesktop/locale1", mock("AddProperties"), "sa{sv}", Self.localed, "1", "Locale", "as", "1",
      "LANG=de_DE.UTF-8")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let logind = "org.freedesktop.login1"
  private static let manager = "/org/freedesktop/login1"
  private static let upower = "org.freedesktop.UPower"
  private static let timedated = "org.freedesktop.timedate1"
  private static let localed = "org.freedesktop.locale1"

  private func mock(_ method: String) -> String { "org.freedesktop.DBus.Mock.\(method)" }

  /// For `accessory-nodes`.
  var nodes: String { folder + "/by-id/*" }

  func plugIn(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder + "/by-id", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(folder)/by-id/\(name)"))
  }

  func unplug(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/by-id/\(name)") }

  /// `Lock` or `Unlock`, as loginctl(1) has them sent.
  func session(_ signal: String) throws {
    try bus.call(Self.logind, Self.manager + "/session/1", "org.freedesktop.login1.Session.\(signal)")
  }

  func prepareForSleep(_ begins: Bool) throws {
    try bus.call(
      Self.logind, Self.manager, mock("EmitSignal"), "sssav", "org.freedesktop.login1.Manager", "PrepareForSleep", "b",
      "1", "b", "\(begins)")
  }

  /// Whether the supervisor has the next sleep wait; from then on it listens.
  func isSleepDelayed() throws -> Bool {
    try bus.call(Self.logind, Self.manager, "org.freedesktop.login1.Manager.ListInhibitors").contains("Roost")
  }

  /// Of a battery that is discharging, in percent.
  func setBattery(_ percentage: Int) throws {
    try bus.call(
      Self.upower, "/org/freedesktop/UPower", mock("SetupDisplayDevice"), "uuddddxxbsu", "2", "2", "\(percentage)", "0",
      "0", "0", "0", "0", "true", "", "1")
  }

  func setZone(_ zone: String) throws {
    try bus.call(Self.timedated, "/org/freedesktop/timedate1", Self.timedated + ".SetTimezone", "sb", zone, "false")
  }

  func setLocale(_ language: String) throws {
    try bus.call(
      Self.localed, "/org/freedesktop/locale1", "org.freedesktop.DBus.Properties.Set", "ssv", Self.localed, "Locale",
      "as", "1", "LANG=" + language)
  }
}
