// Sends an app's standard output and error to the journal, under the app's identifier, or to a file per app.
import DaemonConfiguration
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd

/// A descriptor for an app's output; closed with the value, the app keeps its own copy.
struct AppOutput: ~Copyable {
  let descriptor: CInt
  /// Its file; nil where it is the journal, or goes nowhere.
  let path: String?

  /// - Parameter lost: is told why an app runs without: neither a disk that is full, read-only or broken keeps one from running, nor
  ///   a journal that takes no stream.
  init(_ app: AppID, _ configuration: Configuration, lost: (SystemCallError) -> Void) throws {
    let opened: (descriptor: CInt?, path: String?) =
      switch Place(of: app, configuration) {
      case .journal: (Self.streamOrLose(of: app, lost: lost), nil)
      case .file(let path):
        if let file = try Self.openOrLose(path, in: Self.folder(in: configuration), lost: lost) {
          (file, path)
        } else {
          (nil, nil)
        }
      }
    descriptor = try opened.descriptor ?? Sys.open("/dev/null", O_WRONLY | O_CLOEXEC)
    path = opened.path
  }

  enum Place {
    case journal
    case file(String)

    init(of app: AppID, _ configuration: Configuration) {
      switch configuration.appOutput {
      case .journal where Journal.isAvailable: self = .journal
      case .journal, .file: self = .file(AppOutput.file(of: app, in: configuration))
      }
    }
  }

  static func folder(in configuration: Configuration) -> String { configuration.stateDirectory + "/logs" }
  static func file(of app: AppID, in configuration: Configuration) -> String {
    "\(folder(in: configuration))/\(app).log"
  }

  deinit { try? Sys.close(descriptor) }

  /// Whatever the reason: others may keep the journal busy.
  static func streamOrLose(
    of app: AppID, at path: String = Journal.streamPath, lost: (SystemCallError) -> Void
  ) -> CInt? {
    do {
      return try Journal.stream(identifier: app.string, priority: .info, at: path)
    } catch {
      lost(error)
      return nil
    }
  }

  private static func openOrLose(
    _ path: String, in directory: String, lost: (SystemCallError) -> Void
  ) throws -> CInt? {
    do {
      return try open(path, in: directory)
    } catch {
      let ofDisk: [CInt] = [EROFS, EIO, ENOSPC, EDQUOT]
      guard ofDisk.contains(error.errno.rawValue) else { throw error }
      lost(error)
      return nil
    }
  }

  private static func open(_ path: String, in directory: String) throws(SystemCallError) -> CInt {
    do {
      try Folder.makeIfMissing(directory)
    } catch {
      throw SystemCallError(action: "make \(directory) for the apps' output", errno: error)
    }
    do throws(Errno) {
      // O_NONBLOCK, since an app of the daemon's own user may have a lease on its file, for which open(2) would wait 45 s
      // (fcntl(2), F_SETLEASE).
      let descriptor = try Sys.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o600)
      do throws(Errno) {
        try Sys.fcntl(descriptor, F_SETFL, O_APPEND)
      } catch {
        try? Sys.close(descriptor)
        throw error
      }
      return descriptor
    } catch {
      throw SystemCallError(action: "open \(path) for the app's output", errno: error)
    }
  }
}
