// Puts together what roost-push is told, with the files that only the daemon's user may read.
import Linux
import PushProtocol
import Settings

extension PushOrder {
  /// Waits for the disk: not for the loop's thread. The files are read at every connection, so that a new password or
  /// certificate needs no restart.
  ///
  /// - Parameter startsClean: the broker is to forget what it has kept.
  nonisolated init(
    _ broker: BrokerAddress, _ topic: PushTopic, _ settings: PushSettings, startsClean: Bool = false
  ) throws(MQTTError) {
    self.init(
      host: broker.host, port: broker.port, isEncrypted: broker.isEncrypted, client: topic.clientID,
      filter: topic.filter, username: settings.username, startsClean: startsClean ? true : nil)
    if let path = settings.passwordFile {
      do throws(SmallFile.ReadError) {
        // The first line of the file.
        let bytes = try SmallFile.read(path, limit: 4096).prefix { $0 != UInt8(ascii: "\n") }
        password = String(decoding: bytes, as: UTF8.self)
      } catch {
        throw .unreadablePassword(path: path, why: "\(error)")
      }
    }
    if let path = settings.authorityFile, broker.isEncrypted {
      do throws(SmallFile.ReadError) {
        // A system's whole bundle has some 250 KiB.
        authorities = String(decoding: try SmallFile.read(path, limit: 1 << 20), as: UTF8.self)
      } catch {
        throw .unreadableAuthorities(path: path, why: "\(error)")
      }
    }
  }
}
