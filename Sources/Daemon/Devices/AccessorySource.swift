// Accessories: device nodes that come and go while the machine runs.
import Glibc
import LifecycleModel
import Linux
import Logging
import Settings
import SystemPackage
import Systemd

/// Reports nodes by the names they have in their folders; those that udev(7) makes in `by-id` name the thing itself.
final class AccessorySource {
  /// Patterns whose last component alone may be one (glob(7)).
  private let patterns: [(folder: String, name: String)]
  private let log: Logger
  private let report: (DeviceSourceEvent) -> Void
  private var known: Set<String> = []
  private var watch: FolderWatch?
  private var settling: Settling?

  init(
    _ patterns: [String], on loop: EventLoop, settling delay: Duration, log: Logger,
    report: @escaping (DeviceSourceEvent) -> Void
  ) throws(SystemCallError) {
    self.patterns = patterns.map { pattern in
      let slash = pattern.lastIndex(of: "/") ?? pattern.startIndex
      return (String(pattern[..<slash]), String(pattern[slash...].dropFirst()))
    }
    self.log = log
    self.report = report
    settling = try Settling(delay, on: loop) { [unowned self] in look() }
    let folders = Set(self.patterns.map { $0.folder.isEmpty ? "/" : $0.folder }).sorted()
    watch = try FolderWatch(folders, on: loop) { [unowned self] in settling?.begin() }
  }

  /// Reports what is different from the last time. Watches first: a change during the look is looked at again.
  func look() {
    do {
      try watch?.renew()
    } catch {
      log.warning("\(DeviceSource.accessories.absence("\(error)"))")
    }
    var present: Set<String> = []
    do {
      try FileGuard.shared.work(on: FileGuard.loop) {
        for pattern in patterns { present.formUnion(try names(pattern)) }
      }
    } catch {
      // Nobody has unplugged what cannot be seen for the moment.
      log.warning("\(DeviceSource.accessories.absence("\(error)"))")
      return
    }
    for name in known.subtracting(present).sorted() { report(.fact(.accessory(name: name, isConnected: false))) }
    for name in present.subtracting(known).sorted() { report(.fact(.accessory(name: name, isConnected: true))) }
    known = present
  }

  private func names(_ pattern: (folder: String, name: String)) throws(SystemCallError) -> [String] {
    let folder = pattern.folder + "/"
    do {
      return try Folder.names(in: folder).filter { fnmatch(pattern.name, $0, FNM_PERIOD) == 0 }
    } catch {
      // None in a folder that is not there.
      if error == .noSuchFileOrDirectory || error == .notDirectory { return [] }
      throw SystemCallError(action: "list \(folder)", errno: error)
    }
  }
}
