// `STATE/users`: which user id belongs to which app. Written whole, and on disk before an app runs with a new id.
import Glibc
package import LifecycleModel
import Linux
package import Settings
package import SystemPackage

/// A line an app, `ID IDENTIFIER`, after one that names the format.
package nonisolated struct IdentityFile: Sendable {
  /// Why nobody can tell which ids have been given: no app is given one then.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case damaged(String)
    case unreadable(String, String)
    case unwritable(String, Errno)

    package var description: String {
      switch self {
      case .damaged(let path):
        "the file \(path) of the apps' user ids is damaged; restore it from a backup, or remove it: roostd then takes "
          + "the ids from the owners of the containers"
      case .unreadable(let path, let why):
        "unable to read the apps' user ids from \(path): \(why); check that roostd may read it, and its disk"
      case .unwritable(let path, let errno):
        "unable to write the app's user id to \(path): \(errno); check that the state directory is writable and has space"
      }
    }
  }

  private static let format = "roost users 1"
  /// 30,000 apps with the longest identifiers.
  private static let sizeLimit = 16 << 20

  private let path: String
  private let containers: String

  package init(stateDirectory: String) {
    path = stateDirectory + "/users"
    containers = stateDirectory + "/containers"
  }

  /// - Parameter range: of the configuration. Where there is no file, the owners of containers that are in it are the
  ///   apps' own: no app can give its files away (chown(2)).
  package func read(_ range: UserRange) throws(Problem) -> AppIdentities {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path, limit: Self.sizeLimit)
    } catch {
      if case .missing = error { return try fromOwners(in: range) }
      throw .unreadable(path, "\(error)")
    }
    return try parse(String(decoding: bytes, as: UTF8.self))
  }

  package func write(_ identities: AppIdentities) throws(Problem) {
    let lines = identities.ids.sorted { $0.value < $1.value }.map { "\($0.value) \($0.key)\n" }
    do throws(Errno) {
      try AtomicFile.write(([Self.format + "\n"] + lines).joined().utf8, to: path, isSynced: true)
    } catch {
      throw .unwritable(path, error)
    }
  }

  private func parse(_ text: String) throws(Problem) -> AppIdentities {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.format[...], lines.last?.isEmpty == true else { throw .damaged(path) }
    lines = lines.dropFirst().dropLast()
    var ids: [AppID: UInt32] = [:]
    for line in lines {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 2, let id = UInt32(words[0]), id != 0, String(words[1]).isPortableFolderName,
        ids.updateValue(id, forKey: AppID(String(words[1]))) == nil
      else { throw .damaged(path) }
    }
    guard let identities = AppIdentities(ids) else { throw .damaged(path) }
    return identities
  }

  private func fromOwners(in range: UserRange) throws(Problem) -> AppIdentities {
    var ids: [UInt32: [AppID]] = [:]
    do throws(Errno) {
      for name in try Folder.folders(in: containers) where name.isPortableFolderName {
        let owner = try FileStatus(of: "\(containers)/\(name)", followsLinks: false).user
        if range.ids.contains(owner) { ids[owner, default: []].append(AppID(name)) }
      }
    } catch {
      if error != .noSuchFileOrDirectory { throw .unreadable(containers, "\(error)") }
    }
    // Several apps of one owner shared that user (`[apps] user`), and none of them keeps it.
    let own = ids.filter { $0.value.count == 1 }.map { ($0.value[0], $0.key) }
    return AppIdentities(Dictionary(uniqueKeysWithValues: own)) ?? AppIdentities()
  }
}
