// The pictures that the switcher shows (SN1), kept across restarts. All work is done on other threads.
import Linux
import Synchronization
package import Systemd

/// The latest picture of each scene, in `STATE/snapshots/<bundle id>/<session>.svg`.
package nonisolated final class SnapshotStore: Sendable {
  /// A picture and when it was taken.
  package struct Picture: Equatable, Sendable {
    package let svg: String
    /// Nanoseconds since 1970 (CLOCK_REALTIME).
    package let time: Int64
  }

  /// The scene of an app that has none (LS1).
  package static let main = "main"

  /// One for each app: its container's folders may keep a thread waiting for as long as somebody lists them.
  private let queues = Mutex<[String: WorkQueue]>([:])
  private let folder: SnapshotFolder
  private let deliver: Deliver

  /// - Parameters:
  ///   - directory: the state directory, which is there.
  ///   - deliver: how results get back to the loop's thread.
  package init(directory: String, deliver: @escaping Deliver) {
    folder = SnapshotFolder(directory + "/snapshots")
    self.deliver = deliver
  }

  /// Keeps the picture that the app has drawn into `file`, relative to its container, in place of the scene's last one.
  package func take(
    _ app: String, _ scene: String = main, from container: String, file: String,
    then: @escaping @MainActor @Sendable (Result<Void, SnapshotError>) -> Void
  ) {
    answer(app, then) { folder throws(SnapshotError) in
      try folder.write(try ContainerFile.read(file, in: container), app, scene)
    }
  }

  /// The scene's picture; nil when none was taken.
  package func read(
    _ app: String, _ scene: String = main,
    then: @escaping @MainActor @Sendable (Result<Picture?, SnapshotError>) -> Void
  ) {
    answer(app, then) { folder throws(SnapshotError) in try folder.read(app, scene) }
  }

  /// Forgets the scene's picture; none is no error.
  package func remove(
    _ app: String, _ scene: String = main, then: (@MainActor @Sendable (Result<Void, SnapshotError>) -> Void)? = nil
  ) {
    answer(app, { then?($0) }) { folder throws(SnapshotError) in try folder.remove(app, scene) }
  }

  private func queue(of app: String) -> WorkQueue {
    queues.withLock { queues in
      let queue = queues[app] ?? WorkQueue()
      queues[app] = queue
      return queue
    }
  }

  private func answer<Answer: Sendable>(
    _ app: String, _ then: @escaping @MainActor @Sendable (Result<Answer, SnapshotError>) -> Void,
    _ work: @escaping @Sendable (SnapshotFolder) throws(SnapshotError) -> Answer
  ) {
    queue(of: app).async { [folder, deliver] in
      let result: Result<Answer, SnapshotError>
      do throws(SnapshotError) {
        result = .success(try work(folder))
      } catch {
        result = .failure(error)
      }
      deliver { then(result) }
    }
  }
}

/// The reason why a picture is not kept, or cannot be had.
package nonisolated enum SnapshotError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An app or scene whose name is none for a file.
  case badName(String)
  /// The file that the app names is not there, or is not a picture that roostd takes.
  case badPicture(file: String, why: String)
  /// The state directory cannot be used.
  case storage(path: String, why: String)

  package var description: String {
    switch self {
    case .badName(let name): "unable to keep a picture of \(name.prefix(80)): the name is not a valid file name"
    case .badPicture(let file, let why):
      "unable to read the picture \(file.prefix(200)): \(why); the app must draw it into a file of its container, "
        + "\(ContainerFile.limit >> 20) MiB at most"
    case .storage(let path, let why):
      "unable to keep pictures in \(path): \(why); check that the state directory is writable and has space"
    }
  }
}
