// The keys of protected files (DP1, DP2): roostd gives them to apps while the device is unlocked, and takes them back.
import Crypto
package import LifecycleModel
import Linux
import Synchronization
package import Systemd

/// When a key may be given is the model's decision; here it is also a fact: a key that was taken back cannot be given
/// before the passcode comes again. The daemon's restart counts as the device's, since nothing of it is on disk.
///
/// A bag that cannot be used gives every question its error, and is never replaced by a new one. One that the kernel does not let
/// roostd read may be whole, and have a passcode: it is read again at each unlock.
@MainActor package final class KeyBag {
  package typealias Then<Value: Sendable> = @MainActor @Sendable (Result<Value, KeyBagError>) -> Void

  private let queue = WorkQueue()
  /// Only ever locked on `queue`; the lock is what lets the compiler see that.
  private let folder: OnDisk
  private let deliver: Deliver
  private let cost: UInt8
  private var keys: Result<ClassKeys, KeyBagError>
  /// Whether a lock takes keys back; also where that cannot be read.
  package private(set) var hasPasscode: Bool

  private nonisolated final class OnDisk: Sendable {
    let state: Mutex<Result<KeyFolder, KeyBagError>>
    let read: @Sendable () -> Result<KeyFolder, KeyBagError>

    init(
      _ folder: Result<KeyFolder, KeyBagError>, read: @escaping @Sendable () -> Result<KeyFolder, KeyBagError>
    ) {
      state = Mutex(folder)
      self.read = read
    }
  }

  /// Reads the keys, or makes them at the first start.
  /// - Parameter cost: log2 of scrypt's, for passcodes that are set from now on: 32 MiB and about a tenth of a second.
  package init(
    stateDirectory: String, deliver: @escaping Deliver, cost: UInt8 = 15,
    now: @escaping @Sendable () -> Instant = { Instant(nanoseconds: monotonicNow()) }
  ) {
    let look: @Sendable (Bool) -> Result<KeyFolder, KeyBagError> = { makesKeys in
      Result { () throws(KeyBagError) in
        try KeyFolder(stateDirectory: stateDirectory, makesKeys: makesKeys, now: now)
      }
    }
    let folder = look(true)
    // The disk with the keys may have been taken away since: new ones would have no passcode, and open the device.
    self.folder = OnDisk(folder) { look(false) }
    self.deliver = deliver
    self.cost = cost
    keys = folder.flatMap { folder in Result { () throws(KeyBagError) in try folder.openWithoutPasscode() } }
    hasPasscode =
      switch folder {
      case .success(let folder): folder.bag.hasPasscode
      case .failure(let error): error.mayHidePasscode(stateDirectory: stateDirectory)
      }
  }

  /// The reason why there are no keys, for the log of the start.
  package var problem: KeyBagError? {
    switch keys {
    case .success: nil
    case .failure(let error): error
    }
  }

  /// Makes every key available again; `then` is where the model may be told that the device is unlocked.
  package func unlock(passcode: String?, then: @escaping Then<Void>) {
    ask(
      { (folder: inout KeyFolder) throws(KeyBagError) -> (keys: ClassKeys, hasPasscode: Bool) in
        let keys = try folder.open(passcode: passcode)
        return (keys, folder.bag.hasPasscode)
      }, readingAgain: true
    ) { [weak self] result in
      switch result {
      case .success(let opened):
        self?.keys = .success(opened.keys)
        self?.hasPasscode = opened.hasPasscode
        then(.success(()))
      case .failure(.system(let path, let errno)):
        then(.failure(.unread(path: path, errno)))
      case .failure(let error):
        if case .unusable = error {
          self?.keys = .failure(error)
          self?.hasPasscode = false
        }
        then(.failure(error))
      }
    }
  }

  /// DP2: the lock's 10 s are over. Without a passcode there is nothing to take back.
  package func discard() {
    guard hasPasscode, case .success(var open) = keys else { return }
    open.discard()
    keys = .success(open)
  }

  /// The app's key of a class; for completeUnlessOpen the raw private key of X25519.
  package func key(_ kind: ProtectionClass, of app: AppID, then: @escaping Then<[UInt8]>) {
    let classKey = keys.flatMap { keys in keys[kind].map(Result.success) ?? .failure(KeyBagError.unavailable(kind)) }
    switch classKey {
    case .failure(let error): then(.failure(error))
    case .success(let key):
      switch kind {
      case .none, .completeUntilFirstUserAuthentication, .complete:
        then(.success(key.derived(for: "roost app key \(kind.rawValue) \(app.string)").bytes))
      case .completeUnlessOpen:
        ask({ folder throws(KeyBagError) in try folder.pair(of: app).open(for: app, with: key) }, then: then)
      }
    }
  }

  /// The app's public key of completeUnlessOpen, with which files are made at any time.
  package func publicKey(of app: AppID, then: @escaping Then<[UInt8]>) {
    ask({ folder throws(KeyBagError) in try folder.pair(of: app).publicKey }, then: then)
  }

  /// Forgets the app's pair of completeUnlessOpen, whose files are gone.
  package func forgetPair(of app: AppID, then: @escaping Then<Void>) {
    ask({ folder throws(KeyBagError) in try folder.forgetPair(of: app) }, then: then)
  }

  /// Sets a passcode, changes it, or with nil takes it away. The keys, and so the files, stay as they are. Unlocks go first: it
  /// takes scrypt's time twice.
  package func setPasscode(_ new: String?, old: String?, then: @escaping Then<Void>) {
    let cost = cost
    ask(
      { folder throws(KeyBagError) in try folder.setPasscode(new, old: old, cost: cost) }, isPatient: true
    ) { [weak self] result in
      if case .success(let opened) = result {
        self?.hasPasscode = new != nil
        // A lock may have taken them back since, and no unlock would bring them.
        if new == nil { self?.keys = .success(opened) }
      }
      then(result.map { _ in })
    }
  }

  /// Nothing that takes time or waits for the disk is done on the loop's thread.
  private func ask<Value: Sendable>(
    _ question: @escaping @Sendable (inout KeyFolder) throws(KeyBagError) -> Value, readingAgain: Bool = false,
    isPatient: Bool = false, then: @escaping Then<Value>
  ) {
    let told = AnswerOnLoop(then)
    queue.async(isPatient: isPatient) { [folder, deliver] in
      let result = folder.state.withLock { state in
        Result { () throws(KeyBagError) in
          if readingAgain, case .failure(.system) = state { state = folder.read() }
          var known = try state.get()
          defer { state = .success(known) }
          return try question(&known)
        }
      }
      told.tell(result, by: deliver)
    }
  }
}
