// A connection to an MQTT broker in use: subscribes, hands over what is published, notices the end of broker or daemon.
import CMosquitto
import Glibc
import HelperLines
import HelperRights
import PushProtocol

/// Follows one topic filter on one connection, with QoS 1.
///
/// libmosquitto makes the acknowledgement of a message before it calls back, and here sends it afterwards, when the daemon has taken the
/// message: a daemon that ends before leaves the message with the broker.
final class MQTTSession {
  private let client: OpaquePointer
  private let filter: String
  private let daemon: DaemonLink
  /// Found in a callback, where the connection cannot be given up yet.
  private var failure: PushEnd?
  /// The broker has taken us.
  private var isConnected = false
  /// The daemon has taken a message. The broker is told before the next is read, which may end this connection.
  private var owesAcknowledgement = false
  /// A quarter of the keep-alive interval, in milliseconds: a ping that is late by it is still in time.
  private var tick = MQTTConnection.keepAlive * 1000 / 4

  init(_ connection: MQTTConnection, filter: String, for daemon: DaemonLink) {
    client = connection.client
    self.filter = filter
    self.daemon = daemon
    // Or libmosquitto would write each packet at once: so it waits for mosquitto_loop_write (mosquitto_threaded_set in mosquitto.h).
    mosquitto_threaded_set(client, true)
    listen()
  }

  /// For a broker that wants no pings: nobody else would see that it is gone. The kernel asks it when nothing has come for
  /// a minute, and ends the connection where nothing comes for another one (tcp(7)).
  private func askPeer() {
    let socket = mosquitto_socket(client)
    for (level, option, value) in [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 60), (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 15),
      (CInt(IPPROTO_TCP), TCP_KEEPCNT, 4),
    ] as [(CInt, CInt, CInt)] {
      var value = value
      setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }
  }

  /// Until the connection ends.
  ///
  /// - Returns: why it has.
  func run() -> PushEnd {
    var share = ProcessorShare()
    while true {
      let socket = mosquitto_socket(client)
      guard socket >= 0 else { return failure ?? PushEnd(.closed) }
      ProcessorShare.hasReturned()
      let rest = share.rest()
      var ready = [
        // One that is negative is not looked at (poll(2)).
        pollfd(
          fd: rest == nil ? socket : -1, events: Int16(mosquitto_want_write(client) ? POLLIN | POLLOUT : POLLIN),
          revents: 0),
        pollfd(fd: DaemonLink.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&ready, nfds_t(ready.count), rest ?? tick) < 0, errno != EINTR {
        return PushEnd(.system, errno: errno)
      }
      // It has nothing to say unasked: this is its end. From now on the broker keeps our messages.
      if ready[1].revents != 0 {
        mosquitto_disconnect(client)
        mosquitto_loop_write(client, 1)
        exit(EXIT_SUCCESS)
      }
      let result = serve(Int32(ready[0].revents))
      if let failure { return failure }
      if result != MOSQ_ERR_SUCCESS.rawValue { return end(result) }
    }
  }

  /// A server that speaks no MQTT is told from a broker that hands on what is not valid.
  private func end(_ result: CInt) -> PushEnd {
    let end = PushEnd(result)
    return end.kind == .noMQTT && isConnected ? PushEnd(.badPacket) : end
  }

  private func serve(_ events: Int32) -> CInt {
    var result = MOSQ_ERR_SUCCESS.rawValue
    if events & ~POLLOUT != 0 { result = mosquitto_loop_read(client, 1) }
    if result == MOSQ_ERR_SUCCESS.rawValue, events & POLLOUT != 0 || owesAcknowledgement {
      owesAcknowledgement = false
      result = mosquitto_loop_write(client, 1)
    }
    // Pings the broker when nothing else was sent, and misses its answer (mosquitto_loop_misc(3)).
    return result == MOSQ_ERR_SUCCESS.rawValue ? mosquitto_loop_misc(client) : result
  }

  // MARK: What libmosquitto calls

  private func listen() {
    // The session lives as long as the process, and calls nobody from elsewhere.
    mosquitto_user_data_set(client, Unmanaged.passRetained(self).toOpaque())
    mosquitto_connect_v5_callback_set(client) { _, session, code, _, properties in
      var seconds: UInt16 = 0
      let isNamed =
        mosquitto_property_read_int16(properties, CInt(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue), &seconds, false) != nil
      MQTTSession.from(session)?.connected(code, keepAlive: isNamed ? seconds : nil)
    }
    mosquitto_subscribe_callback_set(client) { _, session, _, count, granted in
      guard let granted, count > 0 else { return }
      MQTTSession.from(session)?.subscribed(granted[0])
    }
    mosquitto_message_callback_set(client) { _, session, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(max(0, message.payloadlen)))
      MQTTSession.from(session)?.published(topic, payload)
    }
    mosquitto_disconnect_callback_set(client) { _, session, reason in
      MQTTSession.from(session)?.disconnected(reason)
    }
  }

  private static func from(_ userdata: UnsafeMutableRawPointer?) -> MQTTSession? {
    userdata.map { Unmanaged<MQTTSession>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Parameter keepAlive: of the broker, in seconds, by which libmosquitto goes; 0: it wants no pings; nil: it has named
  ///   none (MQTT 5, 3.2.2.3.14).
  private func connected(_ code: CInt, keepAlive: UInt16?) {
    guard code == 0 else {
      let words = String(cString: mosquitto_reason_string(code))
      failure = code == Self.unsupportedVersion ? PushEnd(.noMQTT) : PushEnd(.refused, words: words)
      return
    }
    isConnected = true
    if let keepAlive {
      // Nothing is due before something comes, where it wants no pings: the device may sleep (poll(2)).
      tick = keepAlive > 0 ? CInt(keepAlive) * 1000 / 4 : -1
      if keepAlive == 0 { askPeer() }
    }
    // What the broker retains it would send again at each connection, and wake an app for it each time.
    let options = CInt(MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue)
    let result = mosquitto_subscribe_v5(client, nil, filter, 1, options, nil)
    if result != MOSQ_ERR_SUCCESS.rawValue { failure = PushEnd(result) }
  }

  private static let unsupportedVersion = CInt(MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue)

  /// By the broker when it gives a reason code of a failure (MQTT 5, 2.4); other ends are results of the calls.
  private func disconnected(_ reason: CInt) {
    guard reason >= Self.firstFailure else { return }
    failure = failure ?? PushEnd(.disconnected, words: String(cString: mosquitto_reason_string(reason)))
  }

  private static let firstFailure: CInt = 0x80
  private var isSubscribed = false

  /// `quality` is that of service, or the reason code of a failure (MQTT 5, 3.9.3).
  private func subscribed(_ quality: CInt) {
    guard quality < Self.firstFailure else {
      failure = PushEnd(.notSubscribed)
      return
    }
    // Once: a broker that repeats itself has nothing to say to the daemon.
    if !isSubscribed { daemon.say(.subscribed(isKept: quality > 0)) }
    isSubscribed = true
  }

  private func published(_ topic: UnsafePointer<CChar>, _ payload: UnsafeRawBufferPointer) {
    let isSmall = payload.count <= PushMessage.payloadLimit
    let name = UnsafeRawBufferPointer(start: topic, count: min(strlen(topic), PushMessage.topicLimit))
    daemon.hand(
      over: PushMessage(
        topic: String(decoding: name, as: UTF8.self),
        payload: isSmall ? String(validating: payload, as: UTF8.self) : nil, size: payload.count))
    owesAcknowledgement = true
  }
}
