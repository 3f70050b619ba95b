// Opens the paths of sandboxes that may lie on mounts which do not answer, beside the loop and not for ever.
import Linux
import Processes
import Systemd

/// A thread for each path that is asked for, until its file system answers. No more wait on a path than one, however
/// often it is asked for.
final class PlaceOpener {
  typealias Opening = @Sendable (Sandbox.Rule) throws(OpenPlace.Problem) -> OpenPlace
  /// A launch waits for a path for so long.
  nonisolated static let patience = Duration.seconds(2)

  private let loop: EventLoop
  private let deliver: Deliver
  private let patience: Duration
  private let opening: Opening
  /// Those of which a thread has not told yet.
  private var underWay: Set<Sandbox.Rule> = []
  /// Those among them that somebody has waited for in vain. Nobody waits again, until they answer.
  private var silent: Set<Sandbox.Rule> = []
  private var requests: [Int: Request] = [:]
  private var lastRequest = 0

  private struct Request {
    let wanted: Set<Sandbox.Rule>
    var missing: Set<Sandbox.Rule>
    var opened: Sandbox.FarPlaces = [:]
    var timer: TimerSource?
    let then: Answer
  }

  typealias Answer = (_ opened: Sandbox.FarPlaces, _ silent: Set<Sandbox.Rule>) -> Void

  init(
    loop: EventLoop, deliver: @escaping Deliver, patience: Duration = PlaceOpener.patience,
    opening: @escaping Opening = { rule throws(OpenPlace.Problem) in try OpenPlace(rule, isFar: true) }
  ) {
    self.loop = loop
    self.deliver = deliver
    self.patience = patience
    self.opening = opening
  }

  /// `then` is called once: at once where there is nothing to wait for.
  func open(_ rules: [Sandbox.Rule], then: @escaping Answer) {
    let wanted = Set(rules)
    let request = Request(wanted: wanted, missing: wanted.subtracting(silent), then: then)
    guard !request.missing.isEmpty else { return then([:], wanted) }
    lastRequest += 1
    let number = lastRequest
    requests[number] = request
    for rule in request.missing where underWay.insert(rule).inserted { begin(rule) }
    do {
      let timer = try loop.timer { [weak self] in self?.giveUp(number) }
      requests[number]?.timer = timer
      timer.rearm(at: monotonicNow() + UInt64(max(0, patience / .nanoseconds(1))))
    } catch {
      // Without a timer nobody would end the wait.
      giveUp(number)
    }
  }

  private func begin(_ rule: Sandbox.Rule) {
    let deliver = deliver, opening = opening
    // A queue for each piece of work: see AppUsers.
    WorkQueue().async {
      let result = Result { () throws(OpenPlace.Problem) in try opening(rule) }
      deliver { [weak self] in self?.opened(rule, result) }
    }
  }

  private func opened(_ rule: Sandbox.Rule, _ result: Result<OpenPlace, OpenPlace.Problem>) {
    underWay.remove(rule)
    silent.remove(rule)
    for number in requests.keys.sorted() where requests[number]?.missing.remove(rule) != nil {
      requests[number]?.opened[rule] = result
      if requests[number]?.missing.isEmpty == true { answer(number) }
    }
  }

  private func giveUp(_ number: Int) {
    guard let request = requests[number] else { return }
    silent.formUnion(request.missing)
    answer(number)
  }

  private func answer(_ number: Int) {
    guard let request = requests.removeValue(forKey: number) else { return }
    request.timer?.close()
    request.then(request.opened, request.wanted.subtracting(request.opened.keys))
  }
}
