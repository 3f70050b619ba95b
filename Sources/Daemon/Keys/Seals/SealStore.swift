// The seals of installed bundles (LA7). Files are read and hashed on a thread of its own.
import FoundationEssentials
import Glibc
import Linux
import Synchronization
import SystemPackage
package import Systemd

/// `STATE/seals`, a file per app.
package nonisolated final class SealStore: Sendable {
  private let directory: String
  private let queue = WorkQueue()
  private let deliver: Deliver
  private let hashes = Mutex(BundleHashes())
  /// The apps that have a seal, readable or not; a launch of any other does not wait. Nil until they can be listed.
  private let sealed = Mutex<Set<String>?>(nil)
  /// The looks that clients wait for, by the bytes of the app and of its bundle: to Swift two names of the kernel may be the same.
  private let looks = SharedAnswers<[UInt8], Result<BundleMoment, SealError>>()

  /// Bytes of a seal: more than the paths of any bundle that is sealed take, however their characters are written.
  private static let largest = 64 << 20

  package init(directory: String, deliver: @escaping Deliver) {
    self.directory = directory + "/seals"
    self.deliver = deliver
    _ = try? listed()
  }

  package typealias Answer = @MainActor @Sendable (SealError?) -> Void

  /// The reason why every app counts as sealed for now, for the log of the start.
  package var problem: SealError? {
    do throws(SealError) {
      _ = try listed()
      return nil
    } catch {
      return error
    }
  }

  /// Until the seals can be listed every app is: that the disk has failed is no reason to launch a bundle that was changed.
  package func isSealed(_ app: String) -> Bool {
    // Another spelling of an identifier is found as well, and is the name of no seal.
    app.isPortableFolderName && (try? listed())?.contains(app) ?? true
  }

  private func listed() throws(SealError) -> Set<String> {
    try sealed.withLock { sealed throws(SealError) in
      if let sealed { return sealed }
      let names: [String]
      do throws(Errno) {
        names = try Folder.names(in: directory)
      } catch {
        guard error == .noSuchFileOrDirectory else { throw SealError(bundle: directory, .unreadable(directory, error)) }
        names = []
      }
      let found = Set(names.filter { !$0.hasPrefix(".") })
      sealed = found
      return found
    }
  }

  /// Whether it was found in the list. While there is none, no app is known and every one counts as sealed.
  package func isKnown(_ app: String) -> Bool { sealed.withLock { $0?.contains(app) ?? false } }

  /// Whether the bundle that is found for `app` is the one that was installed, and as it was.
  package func verify(
    _ app: String, at bundle: String, then: @escaping @MainActor @Sendable (Result<BundleMoment, SealError>) -> Void
  ) {
    let told = AnswerOnLoop(then)
    queue.async { [self] in told.tell(look(app, at: bundle), by: deliver) }
  }

  /// The same for a client: launches go first, and one look is made for all who wait for it.
  package func verifyForClient(
    _ app: String, at bundle: String, then: @escaping @MainActor @Sendable (Result<BundleMoment, SealError>) -> Void
  ) {
    let name = Array("\(app)\0\(bundle)".utf8)
    guard looks.isFirst(name, then) else { return }
    queue.async(isPatient: true) { [self] in
      let told = looks.begin(name)
      let result = look(app, at: bundle)
      for then in told { then.tell(result, by: deliver) }
    }
  }

  private func look(_ app: String, at bundle: String) -> Result<BundleMoment, SealError> {
    FileGuard.shared.work {
      Result { () throws(SealError) in
        let seal = try read(app, bundle)
        let path = realPath(bundle) ?? bundle
        guard seal.bundle == path else { throw SealError(bundle: seal.bundle, .elsewhere(found: path)) }
        let (now, moment) = try hashes.withLock { hashes throws(SealError) in try hashes.look(at: path) }
        if let error = seal.difference(from: now) { throw error }
        return moment
      }
    }
  }

  /// The same for a launch; nil: the app has no seal, though nobody could say so before.
  package func verifyIfSealed(
    _ app: String, at bundle: String, then: @escaping @MainActor @Sendable (Result<BundleMoment?, SealError>) -> Void
  ) {
    verify(app, at: bundle) { [self] result in
      if case .failure(let error) = result, case .noSeal = error.problem, !isKnown(app) { return then(.success(nil)) }
      then(result.map(Optional.some))
    }
  }

  /// Seals a bundle as it is now; on disk when `then` is told.
  ///
  /// - Parameters:
  ///   - infoPlist: the SHA-256 of the Info.plist that names `app`.
  ///   - directories: those in which the daemon looks for bundles.
  package func seal(
    _ app: String, at bundle: String, infoPlist: String?, among directories: [String], then: @escaping Answer
  ) {
    answer(then) { [self] () throws(SealError) in
      let path = realPath(bundle) ?? bundle
      if let place = otherPlace(of: app, than: bundle, path), Self.isThere(place, in: directories) {
        throw SealError(bundle: place, .installed(app))
      }
      if let other = try owner(of: bundle, or: path, besides: app) {
        throw SealError(bundle: bundle, .taken(by: other))
      }
      do throws(SealError) {
        try seal(app, at: bundle, path, infoPlist)
      } catch {
        // Nobody would forget them later.
        hashes.withLock { $0.forget(path) }
        throw error
      }
    }
  }

  private func seal(_ app: String, at bundle: String, _ path: String, _ infoPlist: String?) throws(SealError) {
    let entries = try hashes.withLock { hashes throws(SealError) in try hashes.entries(of: path) }
    guard infoPlist == Seal.hash(ofInfoPlistIn: entries) else {
      throw SealError(bundle: bundle, .changing("Info.plist"))
    }
    try write(Seal(bundle: path, place: bundle, entries: entries), app)
    sealed.withLock { _ = $0?.insert(app) }
  }

  /// The place in which `app` was installed, if that is another one. The daemon may have found this bundle since, before the other, and
  /// would give it the app's data and permissions.
  private func otherPlace(of app: String, than place: String, _ bundle: String) -> String? {
    // By bytes: Swift takes the Kelvin sign for K, and to the kernel they are two names.
    guard let seal = try? read(app, place), !(seal.place ?? "").utf8.elementsEqual(place.utf8),
      !seal.bundle.utf8.elementsEqual(bundle.utf8)
    else { return nil }
    return seal.place ?? seal.bundle
  }

  /// Whether the daemon may find a bundle there.
  private static func isThere(_ place: String, in directories: [String]) -> Bool {
    directories.contains { place.utf8.starts(with: "\($0)/".utf8) } && (try? FileStatus(of: place)) != nil
  }

  /// The other app that was installed at one of these paths: to uninstall it would remove what lies there.
  private func owner(of place: String, or bundle: String, besides app: String) throws(SealError) -> String? {
    try listed().sorted().first { other in
      guard other != app, let seal = try? read(other, place) else { return false }
      return seal.place == place || seal.bundle == bundle
    }
  }

  /// Takes the seal away. `then` is told where in the app directory the bundle is that was sealed; of a seal that is damaged
  /// nobody knows.
  package func unseal(_ app: String, then: @escaping @MainActor @Sendable (Result<String?, SealError>) -> Void) {
    let bundle = Mutex<String?>(nil)
    answer({ error in then(error.map { .failure($0) } ?? .success(bundle.withLock { $0 })) }) {
      [self] () throws(SealError) in
      if let seal = try? read(app, app) {
        bundle.withLock { $0 = seal.place ?? seal.bundle }
        hashes.withLock { $0.forget(seal.bundle) }
      }
      do throws(Errno) {
        try Sys.unlink("\(directory)/\(app)")
      } catch {
        guard error == .noSuchFileOrDirectory else {
          throw SealError(bundle: app, .unreadable("\(directory)/\(app)", error))
        }
        // Its bundle was put there by somebody else, who may remove it.
        guard isKnown(app) else { throw SealError(bundle: app, .noSeal(app)) }
      }
      self.sealed.withLock { _ = $0?.remove(app) }
    }
  }

  private func answer(_ then: @escaping Answer, _ work: @escaping @Sendable () throws(SealError) -> Void) {
    let told = AnswerOnLoop(then)
    queue.async { [deliver] in
      let error: SealError?
      do throws(SealError) {
        try FileGuard.shared.work(work)
        error = nil
      } catch let problem {
        error = problem
      }
      told.tell(error, by: deliver)
    }
  }

  private func read(_ app: String, _ bundle: String) throws(SealError) -> Seal {
    let path = "\(directory)/\(app)"
    do {
      return try JSONDecoder().decode(Seal.self, from: Data(try SmallFile.read(path, limit: Self.largest)))
    } catch SmallFile.ReadError.missing {
      throw SealError(bundle: bundle, .noSeal(app))
    } catch {
      throw SealError(bundle: bundle, .unusableSeal(path, "\(error)"))
    }
  }

  private func write(_ seal: Seal, _ app: String) throws(SealError) {
    let path = "\(directory)/\(app)"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      let encoded = try encoder.encode(seal)
      guard encoded.count <= Self.largest else { throw SealError(bundle: seal.bundle, .tooLong) }
      try Folder.make(directory)
      // A hidden draft is no app's seal.
      try AtomicFile.write(encoded, to: path, draft: "\(directory)/.\(app)", isSynced: true)
    } catch let error as SealError {
      throw error
    } catch {
      throw SealError(bundle: seal.bundle, .unusableSeal(path, "\(error)"))
    }
  }
}
