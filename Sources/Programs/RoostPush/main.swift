// roost-push: takes messages from an MQTT broker for roostd, as a process that may do little else (roostd(8)).
import Glibc
import HelperLines
import HelperRights
import PushProtocol

let daemon = DaemonLink.ofPush()
guard CommandLine.arguments.count == 1, fcntl(DaemonLink.descriptor, F_GETFD) >= 0,
  case .connect(let order)? = daemon.next()
else {
  let words: StaticString = "usage: roostd starts roost-push and tells it by descriptor 3 where to connect\n"
  _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  exit(EX_USAGE)
}
do throws(PushEnd) {
  let authorities: String?
  if let text = order.authorities { authorities = try fileOfAuthorities(text) } else { authorities = nil }
  do throws(HelperRights.Problem) {
    try ProcessorShare.enforce(
      endingWith: DaemonLink.descriptor, after: Int(MQTTConnection.keepAlive),
      lastWords: PushNews.ended(PushEnd(.silent)).line)
    try HelperRights.ofBrokerLink.keepOnly()
  } catch {
    throw PushEnd(.unconfined, words: "\(error)")
  }
  let connection = try MQTTConnection.open(order, authorities: authorities)
  daemon.end(MQTTSession(connection, filter: order.filter, for: daemon).run())
} catch {
  daemon.end(error)
}
