// Asks file systems that may not answer, on threads beside the loop, and does not wait for them for ever.
import LifecycleModel
import Linux
import Systemd

/// The bounds of a wait for such file systems.
nonisolated enum FarPatience {
  /// A launch, or a look for apps, waits for so long.
  static let time = Duration.seconds(2)
  /// The threads that wait for the questions of one app; a question that gets no answer keeps its.
  static let threads = 8
  /// The threads of questions that are about no app, which an administrator's lists bring about.
  static let everybodysThreads = 64
}

/// The reason why a question has no answer.
nonisolated enum Unanswered: Hashable, Sendable {
  /// Its file system has not answered in time.
  case silent
  /// Others of the same app have all the threads, and none of them has an answer.
  case crowded
  /// There can be no thread to ask it.
  case noThread

  /// To be read after the path of something and a colon, and before ", and" with what else is to be done.
  var sentence: String {
    switch self {
    case .silent: "its file system has not answered for \(FarPatience.time); look at the mount"
    case .crowded: "too many others have no answer, and roostd waits for no more; look at their mounts"
    case .noThread:
      "there can be no thread to ask its file system; see TasksMax= in systemd.resource-control(5) and ulimit -u"
    }
  }
}

/// A thread for each question, until its file system answers. No more wait for a question than one, however often it is asked.
final class FarQuestions<Question: Hashable & Sendable, Answer: Sendable> {
  typealias Asking = @Sendable (Question) -> Answer
  typealias Then = (_ answers: [Question: Answer], _ unanswered: [Question: Unanswered]) -> Void

  /// Whose threads are counted together: an app's file systems keep nobody else from an answer.
  private enum Owner: Hashable {
    case app(AppID)
    case everybody

    var mostThreads: Int {
      switch self {
      case .app: FarPatience.threads
      case .everybody: FarPatience.everybodysThreads
      }
    }
  }

  private struct Request {
    var missing: Set<Question> = []
    /// Those of them that are to be asked yet.
    var waiting: [Owner: ArraySlice<Question>] = [:]
    var answers: [Question: Answer] = [:]
    var unanswered: [Question: Unanswered] = [:]
    var timer: TimerSource?
    let then: Then
  }

  private let loop: EventLoop
  private let deliver: Deliver
  private let patience: Duration
  private let starter: ThreadStarter
  private let isEverybodys: (Question) -> Bool
  private let asking: Asking
  /// Those of which a thread has not told yet.
  private var underWay: [Question: Owner] = [:]
  private var threads: [Owner: Int] = [:]
  /// Those among them that somebody has waited for in vain. Nobody waits again, until they answer.
  private var silent: Set<Question> = []
  private var requests: [Int: Request] = [:]
  private var lastRequest = 0

  /// - Parameters:
  ///   - isEverybodys: whether a question is about no app, whoever asks it.
  ///   - asking: asks on a thread, for as long as the file system likes.
  init(
    loop: EventLoop, deliver: @escaping Deliver, patience: Duration = FarPatience.time,
    starter: ThreadStarter = .shared, isEverybodys: @escaping (Question) -> Bool = { _ in false },
    asking: @escaping Asking
  ) {
    self.loop = loop
    self.deliver = deliver
    self.patience = patience
    self.starter = starter
    self.isEverybodys = isEverybodys
    self.asking = asking
  }

  /// `then` is called once: at once where there is nothing to wait for.
  ///
  /// - Parameter app: the one that they are about; nil where they are about all.
  func ask(_ questions: [Question], of app: AppID?, then: @escaping Then) {
    var request = Request(then: then)
    for question in questions where !request.missing.contains(question) {
      let owner = isEverybodys(question) ? .everybody : app.map(Owner.app) ?? .everybody
      if silent.contains(question) {
        request.unanswered[question] = .silent
      } else if underWay[question] != nil {
        request.missing.insert(question)
      } else if isStuck(owner) {
        request.unanswered[question] = .crowded
      } else {
        request.missing.insert(question)
        request.waiting[owner, default: []].append(question)
      }
    }
    guard !request.missing.isEmpty else { return then([:], request.unanswered) }
    lastRequest += 1
    let number = lastRequest
    requests[number] = request
    for owner in request.waiting.keys { begin(number, owner) }
    do {
      let timer = try loop.timer { [weak self] in self?.giveUp(number) }
      requests[number]?.timer = timer
      timer.rearm(at: monotonicNow() + UInt64(max(0, patience / .nanoseconds(1))))
    } catch {
      // Without a timer nobody would end the wait.
      giveUp(number)
    }
  }

  /// One of those that a thread is with.
  var asked: Question? { underWay.keys.first }

  /// Whether all of its threads are with questions that nobody waits for any more.
  private func isStuck(_ owner: Owner) -> Bool {
    guard threads[owner, default: 0] >= owner.mostThreads else { return false }
    return underWay.allSatisfy { $0.value != owner || silent.contains($0.key) }
  }

  /// Asks those that wait, as far as there are threads for them.
  private func begin(_ number: Int, _ owner: Owner) {
    while threads[owner, default: 0] < owner.mostThreads,
      let question = requests[number]?.waiting[owner]?.popFirst()
    {
      // Another request may have had it asked meanwhile.
      guard requests[number]?.missing.contains(question) == true, underWay[question] == nil else { continue }
      underWay[question] = owner
      threads[owner, default: 0] += 1
      let deliver = deliver, asking = asking
      let told = AnswerOnLoop { [weak self] (answer: Answer?) in self?.took(question, answer) }
      starter.start {
        told.tell(asking(question), by: deliver)
      } refused: {
        told.tell(nil, by: deliver)
      }
    }
  }

  /// - Parameter answer: nil where there was no thread.
  private func took(_ question: Question, _ answer: Answer?) {
    guard let owner = underWay.removeValue(forKey: question) else { return }
    silent.remove(question)
    let left = threads[owner, default: 0] - 1
    threads[owner] = left > 0 ? left : nil
    for number in requests.keys.sorted() {
      if requests[number]?.missing.remove(question) != nil {
        if let answer {
          requests[number]?.answers[question] = answer
        } else {
          requests[number]?.unanswered[question] = .noThread
        }
      }
      begin(number, owner)
    }
    for number in requests.keys.sorted() where requests[number]?.missing.isEmpty == true { answerAll(number) }
  }

  private func giveUp(_ number: Int) {
    for question in requests[number]?.missing ?? [] {
      let isAsked = underWay[question] != nil
      if isAsked { silent.insert(question) }
      requests[number]?.unanswered[question] = isAsked ? .silent : .crowded
    }
    answerAll(number)
  }

  private func answerAll(_ number: Int) {
    guard let request = requests.removeValue(forKey: number) else { return }
    request.timer?.close()
    request.then(request.answers, request.unanswered)
  }
}
