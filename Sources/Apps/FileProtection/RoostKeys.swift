// Class keys from roostd, over the app's own channel (roost-agent(7), `protectedKey`).
import AgentProtocol
import Crypto
import FoundationEssentials
import RoostAgent

/// The value of ``ProtectedData/keys`` in an app that roostd started.
struct RoostKeys: KeySource {
  func key(for protection: ProtectionClass) throws(KeyError) -> SymmetricKey {
    SymmetricKey(data: try ask(for: protection, isPublic: false))
  }

  func publicKey() throws(KeyError) -> Curve25519.KeyAgreement.PublicKey {
    let bytes = try ask(for: .completeUnlessOpen, isPublic: true)
    do {
      return try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
    } catch {
      throw .unreachable("roostd's answer is not an X25519 key")
    }
  }

  private func ask(for protection: ProtectionClass, isPublic: Bool) throws(KeyError) -> Data {
    guard let channel = Channel.ofApp else {
      throw .unreachable("this process has no channel to roostd; start it as an app, or set ProtectedData.keys")
    }
    let result: RequestResult
    do {
      result = try channel.request(.protectedKey(kind: protection.rawValue, isPublic: isPublic))
    } catch {
      switch error {
      case .refused("ProtectedDataUnavailable", _): throw .unavailable
      case .refused(_, let message): throw .unreachable(message)
      case .channelEnded: throw .unreachable("\(error)")
      }
    }
    guard case .key(let text) = result, let bytes = Data(base64Encoded: text), bytes.count == 32 else {
      throw .unreachable("roostd's answer is not a key")
    }
    return bytes
  }
}
