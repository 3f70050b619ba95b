// The one loop: kernel or socket → Input → Lifecycle.handle → [Effect] → kernel or socket.
import AppLink
import LifecycleModel

/// The state of the model and the inputs that wait for their turn; nobody else can change either. Each event is in the
/// log before the model hears of it (``Survival``).
final class ModelLoop {
  private(set) var lifecycle: Lifecycle
  /// The number of the last request of a client.
  private(set) var lastRequest: UInt64
  private let survival: Survival
  /// From the model's clock to the calendar, as the model has been told it or is about to be.
  private var calendarOffset: Int64?
  /// In nanoseconds: less is no leap that an app could tell from drift.
  private static let leap: UInt64 = 10_000_000
  private var waiting: [Input] = []
  private var isHandling = false
  /// Called when nothing waits for its turn any more.
  private var becameIdle: () -> Void = {}
  private var answers: [RequestID: (Outcome) -> Void] = [:]
  private var perform: (Effect) -> Void = { _ in }
  private var hear: (Input, Instant) -> Void = { _, _ in }

  init(_ lifecycle: Lifecycle, lastRequest: UInt64 = 0, survival: Survival) {
    self.lifecycle = lifecycle
    self.lastRequest = lastRequest
    self.survival = survival
    calendarOffset = lifecycle.calendarOffset
  }

  /// - Parameters:
  ///   - hear: is told which input has its turn, and when.
  ///   - perform: carries out what the model asks for.
  ///   - becameIdle: called when nothing waits for its turn any more.
  func connect(
    hear: @escaping (Input, Instant) -> Void, perform: @escaping (Effect) -> Void, becameIdle: @escaping () -> Void
  ) {
    self.hear = hear
    self.perform = perform
    self.becameIdle = becameIdle
  }

  /// Whether every input has had its turn, and everything that the model answered has been carried out.
  var isIdle: Bool { waiting.isEmpty && !isHandling }

  /// Hands `input` to the model and carries out what it answers. Inputs that arise while effects are carried out are
  /// handled after them, in order.
  func submit(_ input: Input) {
    followCalendar()
    survival.record(input)
    take([input])
  }

  /// Tells the model when the calendar has leapt, before it is told anything that has happened since: that names its instants by the
  /// calendar of now, and may have rows written by it.
  func followCalendar(at offset: Int64? = ModelClock.calendarOffset) {
    guard let offset, calendarOffset.map({ ($0 &- offset).magnitude > Self.leap }) ?? true else { return }
    calendarOffset = offset
    survival.record(.calendar(offset: offset))
    take([.calendar(offset: offset)])
  }

  /// The same for what is in the log already. All of it has its turns before the next checkpoint, and so in the log that has the inputs.
  ///
  /// - Parameter after: called after each turn.
  func take(_ new: [Input], after: (Input) -> Void = { _ in }) {
    waiting += new
    guard !isHandling else { return }
    isHandling = true
    while !waiting.isEmpty {
      let batch = waiting
      waiting = []
      for input in batch {
        let now = Instant.now
        survival.recordTurn(at: now)
        hear(input, now)
        for effect in lifecycle.handle(input, at: now) { carryOut(effect) }
        after(input)
      }
    }
    isHandling = false
    becameIdle()
  }

  func carryOut(_ effect: Effect) {
    perform(effect)
    if effect.mayHappenOnlyOnce { survival.commit() }
  }

  /// Asks the model for something on behalf of a client; `answer` is called once, perhaps before this returns.
  func request(_ wish: Wish, _ when: Request.Answer, answer: @escaping (Outcome) -> Void) {
    lastRequest += 1
    let request = Request(id: RequestID(number: lastRequest), answer: when)
    answers[request.id] = answer
    submit(.wish(wish, request))
  }

  /// Calls back who asked, if it was somebody of this daemon's life.
  func answer(_ request: RequestID, _ outcome: Outcome) { answers.removeValue(forKey: request)?(outcome) }

  /// Restores the inputs of an earlier daemon: `waiting` had no turn with it, and has one now. The inputs that come of
  /// `body` follow.
  func restore(_ waiting: [Input], _ body: () -> Void) {
    self.waiting = waiting
    isHandling = true
    body()
    isHandling = false
    take([])
  }

  /// Carries out what the model of an earlier daemon needs from this one.
  func finishRestoring() { for effect in lifecycle.effectsOfRestoring() { carryOut(effect) } }
}
