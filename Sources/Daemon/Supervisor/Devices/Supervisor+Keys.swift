// The keys of protected files: given and taken back as the model says (DP2), and opened by the passcode.
import AppLink
import FoundationEssentials
import Keys
import LifecycleModel
import Logging
import Systemd

extension Supervisor {
  func armKeys(at due: Instant?) {
    guard let due else { return keyTimer?.disarm() ?? () }
    do {
      let timer = try keyTimer ?? loop.timer { [unowned self] in submit(.due(.keys)) }
      keyTimer = timer
      timer.rearm(at: due.nanoseconds)
    } catch {
      // A key that nobody would take back is taken back now.
      log.error("unable to set the timer that discards the key of class complete: \(error)")
      submit(.due(.keys))
    }
  }

  func giveKey(_ kind: ProtectionClass, to app: AppID, _ serial: ProcessSerial, id: UInt64) {
    keyBag.key(kind, of: app) { [weak self] result in self?.reply(result, to: serial, id: id) }
  }

  func givePublicKey(to app: AppID, _ serial: ProcessSerial, id: UInt64) {
    keyBag.publicKey(of: app) { [weak self] result in self?.reply(result, to: serial, id: id) }
  }

  private func reply(_ key: Result<[UInt8], KeyBagError>, to serial: ProcessSerial, id: UInt64) {
    let answer: AppAnswer
    switch key {
    case .success(let bytes): answer = .key(Data(bytes).base64EncodedString())
    case .failure(.unavailable(let kind)): answer = .protectedDataUnavailable(kind)
    case .failure(let error):
      log.error("\(error)")
      answer = .keysUnusable("\(error)")
    }
    live[serial]?.channel.reply(answer, to: id)
  }

  // MARK: The passcode

  /// Opens the keys, and then the device (IN7). `then` hears what the passcode came to.
  func unlock(passcode: String?, then: @escaping (KeyBagError?) -> Void) {
    // Keys that are damaged must not keep the device shut.
    guard keyBag.hasPasscode else { return then(nil) }
    keyBag.unlock(passcode: passcode) { result in
      switch result {
      case .success: then(nil)
      case .failure(let error): then(error)
      }
    }
  }

  /// Sets a passcode, changes it, or with nil takes it away.
  func setPasscode(_ new: String?, old: String?, then: @escaping (KeyBagError?) -> Void) {
    keyBag.setPasscode(new, old: old) { [weak self] result in
      switch result {
      case .success:
        self?.submit(.passcodeChanged(isSet: new != nil))
        then(nil)
      case .failure(let error): then(error)
      }
    }
  }
}
