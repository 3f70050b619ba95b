// Questions of apps about their past ends that are not answered yet (TE3).
package import AgentProtocol
package import LifecycleModel

/// A request that the model does not hear of, since it keeps no exits. It may be asked again: to read changes nothing, and to have been
/// told of the same ends twice is the same as once.
package nonisolated struct PastQuestion: Hashable, Codable, Sendable {
  package enum Subject: Hashable, Codable, Sendable {
    case untoldExits(after: Int?)
    case exitsTold(through: Int)
  }

  package let serial: ProcessSerial
  /// The number of the request.
  package let id: UInt64
  package let subject: Subject

  /// Nil of a request that the model answers.
  package init?(_ request: AgentProtocol.Request, from serial: ProcessSerial) {
    if case .untoldExits(let number) = request.method {
      subject = .untoldExits(after: number)
    } else if case .exitsTold(let number) = request.method {
      subject = .exitsTold(through: number)
    } else {
      return nil
    }
    self.serial = serial
    id = request.id
  }

  /// As it came.
  var request: AgentProtocol.Request {
    switch subject {
    case .untoldExits(let number): AgentProtocol.Request(id: id, .untoldExits(after: number))
    case .exitsTold(let number): AgentProtocol.Request(id: id, .exitsTold(through: number))
    }
  }
}

/// A daemon that ends while the store's thread looks for an answer leaves the question to the next: an app that waits for the reply
/// would wait for ever. The counterpart of ``OwedReplies`` for requests that are no input of the model.
package nonisolated struct PastQuestions: Sendable {
  private var questions: [OwedReplies.Name: PastQuestion] = [:]

  package init(_ questions: [PastQuestion] = []) { for question in questions { note(question) } }

  /// In the order in which they were asked.
  package var all: [PastQuestion] {
    questions.values.sorted { ($0.serial.number, $0.id) < ($1.serial.number, $1.id) }
  }

  package mutating func note(_ question: PastQuestion) {
    questions[OwedReplies.Name(serial: question.serial, id: question.id)] = question
  }

  /// It has been answered.
  package mutating func give(_ serial: ProcessSerial, id: UInt64) {
    questions[OwedReplies.Name(serial: serial, id: id)] = nil
  }

  /// The process has ended.
  mutating func forget(_ serial: ProcessSerial) { questions = questions.filter { $0.key.serial != serial } }
}
