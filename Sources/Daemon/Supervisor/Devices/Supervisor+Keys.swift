// The keys of protected files: given and taken back as the model says (DP2), and opened by the passcode.
import AgentProtocol
import AppLink
import FoundationEssentials
import Keys
import LifecycleModel
import Logging

extension Supervisor {
  func giveKey(_ kind: ProtectionClass, to app: AppID, _ serial: ProcessSerial, id: UInt64) {
    guard mayAskForKey(serial, id: id) else { return }
    askForKey(kind, of: app, serial, id: id)
  }

  private func askForKey(_ kind: ProtectionClass, of app: AppID, _ serial: ProcessSerial, id: UInt64) {
    keyBag.key(kind, of: app) { [weak self] result in
      guard let self else { return }
      guard case .success(let bytes) = result else { return reply(result, to: serial, id: id) }
      let isAnswered = processes[serial]?.channel.giveKey(Data(bytes).base64EncodedString(), to: id) { [weak self] in
        self?.askForKey(kind, of: app, serial, id: id)
      }
      guard isAnswered ?? true else { return }
      keysUnderWay.end(serial)
      owedReplies.give(serial, id: id)
    }
  }

  func givePublicKey(to app: AppID, _ serial: ProcessSerial, id: UInt64) {
    guard mayAskForKey(serial, id: id) else { return }
    keyBag.publicKey(of: app) { [weak self] result in self?.reply(result, to: serial, id: id) }
  }

  /// Refuses if not: the keys' thread has what the user is waiting for to do as well.
  private func mayAskForKey(_ serial: ProcessSerial, id: UInt64) -> Bool {
    if keysUnderWay.begin(serial) { return true }
    processes[serial]?.channel.send(Reply(to: id, keysUnderWay.refusal).line)
    owedReplies.give(serial, id: id)
    return false
  }

  private func reply(_ key: Result<[UInt8], KeyBagError>, to serial: ProcessSerial, id: UInt64) {
    keysUnderWay.end(serial)
    let answer: AppAnswer
    switch key {
    case .success(let bytes): answer = .key(Data(bytes).base64EncodedString())
    case .failure(.unavailable(let kind)): answer = .protectedDataUnavailable(kind)
    case .failure(let error):
      log.error("\(error)")
      answer = .keysUnusable("\(error)")
    }
    processes[serial]?.channel.reply(answer, to: id)
    owedReplies.give(serial, id: id)
  }

  // MARK: The passcode

  /// Opens the keys, and then the device (IN7). `then` hears what the passcode came to.
  func unlock(passcode: String?, then: @escaping (KeyBagError?) -> Void) {
    guard keyBag.hasPasscode else { return then(nil) }
    keyBag.unlock(passcode: passcode) { [weak self] result in
      // Keys that could not be read before count as if they had one.
      if let self, !keyBag.hasPasscode { submit(.passcodeChanged(isSet: false)) }
      switch result {
      case .success: then(nil)
      // Keys that are damaged must not keep the device shut.
      case .failure(.unusable): then(nil)
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
