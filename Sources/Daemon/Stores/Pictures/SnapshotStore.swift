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

  private struct Scene: Hashable {
    let app: String
    let name: String
  }

  /// A picture that nobody has begun to take.
  private struct Order {
    /// Tells it from one that has its place after it was forgotten.
    let number: UInt64
    let container: String
    let file: String
    let told: AnswerOnLoop<Result<Void, SnapshotError>>
  }

  private struct Work {
    /// One for each app: its container's folders may keep a thread waiting for as long as somebody lists them.
    var queues: [String: WorkQueue] = [:]
    /// The newest of each scene: an app may draw thousands while one is taken.
    var waiting: [Scene: Order] = [:]
    var lastNumber: UInt64 = 0
  }

  private let work = Mutex(Work())
  private let folder: SnapshotFolder
  private let reader: PictureReader
  private let deliver: Deliver

  /// - Parameters:
  ///   - directory: the state directory, which is there.
  ///   - deliver: how results get back to the loop's thread.
  package init(directory: String, deliver: @escaping Deliver) {
    folder = SnapshotFolder(directory + "/snapshots")
    self.deliver = deliver
    reader = PictureReader(deliver: deliver)
  }

  /// Keeps the picture that the app has drawn into `file`, relative to its container, in place of the scene's last one, and of one
  /// that waits to be taken.
  ///
  /// - Parameter then: is not called for a picture in whose place there is a newer one, or that is forgotten before it is taken.
  package func take(
    _ app: String, _ scene: String = main, from container: String, file: String,
    then: @escaping @MainActor @Sendable (Result<Void, SnapshotError>) -> Void
  ) {
    let scene = Scene(app: app, name: scene)
    let (number, isNew) = work.withLock { work in
      let before = work.waiting[scene]?.number
      if before == nil { work.lastNumber += 1 }
      let number = before ?? work.lastNumber
      work.waiting[scene] = Order(number: number, container: container, file: file, told: AnswerOnLoop(then))
      return (number, before == nil)
    }
    if isNew { queue(of: app).async { [self] in takeNewest(of: scene, number) } }
  }

  private func takeNewest(of scene: Scene, _ number: UInt64) {
    let order = work.withLock { work -> Order? in
      work.waiting[scene]?.number == number ? work.waiting.removeValue(forKey: scene) : nil
    }
    guard let order else { return }
    answer(order.told) { folder throws(SnapshotError) in
      try folder.write(try ContainerFile.read(order.file, in: order.container), scene.app, scene.name)
    }
  }

  /// The scene's picture, in the shape that `shape` gives it on a thread; nil when none was taken.
  package func read<Answer: Sendable>(
    _ app: String, _ scene: String = main, as shape: @escaping @Sendable (Picture) -> Answer,
    then: @escaping @MainActor @Sendable (Result<Answer?, SnapshotError>) -> Void
  ) {
    let told = AnswerOnLoop(then)
    // After those that the app has drawn before.
    queue(of: app).async { [reader, folder] in
      reader.tell(told) {
        Result { () throws(SnapshotError) in try folder.read(app, scene).map(shape) }
      }
    }
  }

  /// Forgets the scene's picture, and one that waits to be taken; none is no error.
  package func remove(
    _ app: String, _ scene: String = main, then: (@MainActor @Sendable (Result<Void, SnapshotError>) -> Void)? = nil
  ) {
    work.withLock { $0.waiting[Scene(app: app, name: scene)] = nil }
    let told = AnswerOnLoop<Result<Void, SnapshotError>> { then?($0) }
    queue(of: app).async { [self] in
      answer(told) { folder throws(SnapshotError) in try folder.remove(app, scene) }
    }
  }

  private func queue(of app: String) -> WorkQueue {
    work.withLock { work in
      let queue = work.queues[app] ?? WorkQueue()
      work.queues[app] = queue
      return queue
    }
  }

  /// On a queue's thread.
  private func answer<Answer: Sendable>(
    _ told: AnswerOnLoop<Result<Answer, SnapshotError>>, _ work: (SnapshotFolder) throws(SnapshotError) -> Answer
  ) {
    let result: Result<Answer, SnapshotError>
    do throws(SnapshotError) {
      result = .success(try work(folder))
    } catch {
      result = .failure(error)
    }
    told.tell(result, by: deliver)
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
