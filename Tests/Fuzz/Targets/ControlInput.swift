// Messages on the control socket: calls of clients, and replies as roostctl reads them.
import ControlAPI
import WireJSON

@testable import Varlink

@MainActor enum ControlInput {
  private static let service = ControlService.service()

  static func read(_ bytes: [UInt8]) {
    require(serve(bytes, in: 1) == serve(bytes, in: 7), "calls depend on the pieces that they come in")
    for message in bytes.split(separator: 0) { readReply(Array(message)) }
  }

  /// The answers to what the bytes call for, when they come in so many pieces.
  private static func serve(_ bytes: [UInt8], in pieces: Int) -> [[UInt8]] {
    var connection = ServerConnection()
    var answers: [[UInt8]] = []
    let size = bytes.count / pieces + 1
    for begin in stride(from: 0, to: bytes.count, by: size) {
      let isSound = (try? connection.receive(bytes[begin..<min(begin + size, bytes.count)])) != nil
      while let call = connection.nextCall() { answers.append(answer(call, on: &connection)) }
      if !isSound { break }
    }
    return answers
  }

  private static func answer(_ call: Call, on connection: inout ServerConnection) -> [UInt8] {
    let answer: [UInt8]
    switch service.route(call) {
    // The members of an answer are in an order of their own.
    case .reply(let parameters): answer = Array(connection.reply(to: call.id, parameters).sorted())
    case .fail(let error): answer = connection.fail(call.id, error)
    case .dispatch:
      do throws(ServiceError) {
        let request = try ControlCall(call)
        answer = Array(connection.reply(to: call.id, ["request": "\(request)".count]))
      } catch {
        answer = connection.fail(call.id, error)
      }
    }
    require(connection.currentCall == nil, "\(call.method) is under way when it has been answered")
    require(answer.isEmpty == call.isOneway, "\(call.method) gets \(answer.count) bytes of answer")
    return answer
  }

  private static func readReply(_ message: [UInt8]) {
    guard let text = try? WireText(message, limits: .answer), let head = try? ReplyHead(text) else {
      return
    }
    if let name = head.error { _ = ServiceError(ErrorReply(name: name, message: message)) }
    _ = try? Wire.decodeParameters(AppsInterface.List.Reply.self, from: text)
    _ = try? Wire.decodeParameters(AppsInterface.ListExits.Reply.self, from: text)
    _ = try? Wire.decodeParameters(MonitorInterface.Watch.Reply.self, from: text)
  }
}
