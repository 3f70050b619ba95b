// External displays: reads the state of the graphics cards' connectors from sysfs.
import LifecycleModel
import Linux
import Logging
import Settings
import SystemPackage
import Systemd

/// Reports displays by their connectors' names, such as `HDMI-A-1`.
final class DisplaySource {
  /// `/sys/class/drm`
  private let folder: String
  private let log: Logger
  private let report: (DeviceSourceEvent) -> Void
  private var known: Set<String> = []
  private var events: KernelEvents?
  private var settling: Settling?

  init(
    _ folder: String, on loop: EventLoop, settling delay: Duration, log: Logger,
    report: @escaping (DeviceSourceEvent) -> Void
  ) throws(SystemCallError) {
    self.folder = folder
    self.log = log
    self.report = report
    settling = try Settling(delay, on: loop) { [unowned self] in look() }
    // sysfs has no inotify events for what the kernel changes.
    events = try KernelEvents(of: "drm", on: loop) { [unowned self] in settling?.begin() }
  }

  /// Reports what is different from the last time.
  func look() {
    let present: Set<String>
    do {
      present = Set(try entries().compactMap(display))
    } catch {
      // Nobody has unplugged what cannot be seen for the moment.
      log.warning("\(DeviceSource.displays.absence("\(error)"))")
      return
    }
    for name in known.subtracting(present).sorted() { report(.fact(.display(name: name, isConnected: false))) }
    for name in present.subtracting(known).sorted() { report(.fact(.display(name: name, isConnected: true))) }
    known = present
  }

  /// `HDMI-A-1` for `card0-HDMI-A-1` when something is connected there.
  private func display(_ entry: String) throws(SmallFile.ReadError) -> String? {
    guard entry.hasPrefix("card"), let dash = entry.firstIndex(of: "-") else { return nil }
    let connector = String(entry[dash...].dropFirst())
    if Self.builtIn.contains(where: connector.hasPrefix) { return nil }
    do {
      let status = try SmallFile.read("\(folder)/\(entry)/status", limit: 1 << 16)
      return status.starts(with: "connected".utf8) ? connector : nil
    } catch .missing {
      return nil
    }
  }

  /// None on a machine without graphics.
  private func entries() throws(SystemCallError) -> [String] {
    do {
      return try FileGuard.shared.work(on: FileGuard.loop) { () throws(Errno) in try Folder.names(in: folder) }
    } catch {
      if error == .noSuchFileOrDirectory { return [] }
      throw SystemCallError(action: "list \(folder)", errno: error)
    }
  }

  /// The device's own screen is no external display (drm_get_connector_type_name() in the kernel).
  private static let builtIn = ["eDP", "LVDS", "DSI", "DPI", "Virtual", "Writeback"]
}
