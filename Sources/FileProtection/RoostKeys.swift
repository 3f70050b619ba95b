// Class keys from roostd, over the app's own channel (roost-agent(7), `protectedKey`).
import AgentProtocol
import Crypto
import FoundationEssentials
import RoostAgent

/// What ``ProtectedData/keys`` is in an app that roostd started.
struct RoostKeys: KeySource {
  func key(for protection: ProtectionClass) throws(KeyError) -> SymmetricKey {
    guard let channel = Channel.ofApp else {
      throw .unreachable("this process has no channel to roostd; start it as an app, or set ProtectedData.keys")
    }
    let result: RequestResult
    do {
      result = try channel.request(.protectedKey(kind: protection.rawValue))
    } catch {
      switch error {
      case .refused("ProtectedDataUnavailable", _): throw .unavailable
      case .refused(_, let message): throw .unreachable(message)
      case .channelEnded: throw .unreachable("\(error)")
      }
    }
    guard case .key(let text) = result, let bytes = Data(base64Encoded: text), bytes.count == 32 else {
      throw .unreachable("roostd's answer is no key")
    }
    return SymmetricKey(data: bytes)
  }

  func publicKey() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey {
    let own = try key(for: .completeUnlessOpen)
    do {
      return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: own).publicKey
    } catch {
      throw .unreachable("roostd's answer is no key of X25519")
    }
  }
}
