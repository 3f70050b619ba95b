// `STATE/keys`: the device's key, the bag and the apps' pairs. Used on the key bag's own thread after the start.
import Crypto
import LifecycleModel
import Linux
import SystemPackage

/// The files on disk. Nothing in here holds an open class key.
nonisolated struct KeyFolder: Sendable {
  private let path: String
  private let device: SymmetricKey
  private(set) var bag: SealedBag
  private var pairs: [AppID: AppPair] = [:]
  private var attempts: PasscodeAttempts
  private let now: @Sendable () -> Instant

  /// Reads the folder.
  /// - Parameter makesKeys: whether it is made, with new keys, where there is none at all.
  init(stateDirectory: String, makesKeys: Bool, now: @escaping @Sendable () -> Instant) throws(KeyBagError) {
    path = stateDirectory + "/keys"
    if !(try KeyFile.exists(path)) {
      guard makesKeys else { throw .system(path: path, .noSuchFileOrDirectory) }
      try Self.make(path, in: stateDirectory)
    }
    let bytes = try KeyFile.read(path + "/device.key")
    guard bytes.count == 32 else { throw .unusable(path: path + "/device.key", why: "is damaged") }
    device = SymmetricKey(data: bytes)
    bag = try SealedBag(try KeyFile.read(path + "/bag"), device: device, path: path + "/bag")
    let failures = try? KeyFile.read(path + "/attempts").first
    attempts = PasscodeAttempts(failures: Int(failures ?? 0), now: now())
    self.now = now
  }

  func openWithoutPasscode() throws(KeyBagError) -> ClassKeys { try bag.openWithoutPasscode(device: device) }

  mutating func open(passcode: String?) throws(KeyBagError) -> ClassKeys {
    guard bag.hasPasscode, passcode != nil else { return try bag.open(device: device, passcode: passcode) }
    if let wait = attempts.begin(at: now()) {
      throw .tooManyAttempts(seconds: Int((wait / .seconds(1)).rounded(.up)))
    }
    keepAttempts()
    let keys = try bag.open(device: device, passcode: passcode)
    attempts.succeed()
    keepAttempts()
    return keys
  }

  /// In the place of the count before, so that nobody gets more guesses for a full disk. A disk that takes nothing must not
  /// keep the user out: then they count until the daemon ends.
  private func keepAttempts() {
    let (count, file) = (UInt8(clamping: attempts.failures), path + "/attempts")
    do { try KeyFile.overwrite(count, at: file) } catch { try? KeyFile.write([count], to: file) }
  }

  /// Seals the keys with another passcode, or with none. Answers with all of them.
  mutating func setPasscode(_ new: String?, old: String?, cost: UInt8) throws(KeyBagError) -> ClassKeys {
    if let new, new.isEmpty { throw .emptyPasscode }
    let keys = try open(passcode: old)
    // Guesses have their place on the disk before there is anything to guess.
    if try !KeyFile.exists(path + "/attempts") { try KeyFile.write([0], to: path + "/attempts") }
    let sealed = try SealedBag(keys, device: device, passcode: new, cost: cost)
    try replaceBag(with: sealed)
    bag = sealed
    return keys
  }

  /// Throws only where the bag that was there before is there again: the file may have been replaced when its folder
  /// cannot be synced, and a passcode of which that is not known to be on disk is not set.
  private func replaceBag(with sealed: SealedBag) throws(KeyBagError) {
    let file = path + "/bag", new = sealed.bytes(device: device)
    do {
      try KeyFile.write(new, to: file)
    } catch {
      if (try? KeyFile.read(file)) == new { try? KeyFile.write(bag.bytes(device: device), to: file) }
      // Not even that: the new one is what every later daemon reads.
      if (try? KeyFile.read(file)) == new { return }
      throw error
    }
  }

  /// The app's pair, made at the first question. It is on disk before anybody can encrypt with it.
  mutating func pair(of app: AppID) throws(KeyBagError) -> AppPair {
    if let known = pairs[app] { return known }
    let file = "\(path)/apps/\(app.string)"
    let pair: AppPair
    if try KeyFile.exists(file) {
      pair = try AppPair(try KeyFile.read(file), device: device, path: file)
    } else {
      pair = try AppPair(for: app, bag: bag)
      try KeyFile.makeFolder(path + "/apps")
      // No app is called so: the file with `.new` behind it is that of another app, whose keys are in no other place.
      try KeyFile.write(pair.bytes(device: device), to: file, draft: "\(path)/apps/.\(app.string)")
    }
    pairs[app] = pair
    return pair
  }

  /// The app's files are gone: it gets another pair for new ones.
  mutating func forgetPair(of app: AppID) throws(KeyBagError) {
    pairs[app] = nil
    let file = "\(path)/apps/\(app.string)"
    do {
      try Sys.unlink(file)
    } catch {
      if error != .noSuchFileOrDirectory { throw .system(path: file, error) }
    }
  }

  /// Under another name until it is complete: a folder of the right name without a bag has lost it.
  private static func make(_ path: String, in stateDirectory: String) throws(KeyBagError) {
    let device = SymmetricKey(size: .bits256)
    let keys = ClassKeys(
      none: SymmetricKey(size: .bits256), untilFirstUnlock: SymmetricKey(size: .bits256),
      unlessOpen: SymmetricKey(data: Curve25519.KeyAgreement.PrivateKey().rawRepresentation),
      complete: SymmetricKey(size: .bits256))
    let bag = try SealedBag(keys, device: device, passcode: nil, cost: 0)
    let fresh = path + ".new"
    try KeyFile.makeFolder(fresh)
    try KeyFile.makeFolder(fresh + "/apps")
    try KeyFile.write(device.bytes, to: fresh + "/device.key")
    try KeyFile.write(bag.bytes(device: device), to: fresh + "/bag")
    do { try Sys.rename(fresh, path) } catch { throw .system(path: path, error) }
    try KeyFile.sync(stateDirectory)
  }
}
