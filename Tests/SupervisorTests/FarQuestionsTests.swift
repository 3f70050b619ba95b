// Paths on mounts that do not answer: launches do without them, and nobody else waits.
import Bundles
import Dispatch
import LifecycleModel
import Linux
import Processes
import Settings
import Synchronization
import Systemd
import TestFolders
import TestLoop
import Testing

@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct FarQuestionsTests {
  private typealias Answer = Result<OpenPlace, OpenPlace.Problem>

  /// Rules for paths of the configuration, and of a bundle.
  private static func rules(given: [String] = [], asked: [String] = []) throws -> [Sandbox.Rule] {
    let folder = try TestFolder()
    let keys = ["RoostFileAccess": ["read": asked]]
    let bundle = try AppBundle(path: try folder.bundle("A", TestFolder.plist("a", keys)))
    return Sandbox.farRules(of: bundle, given: FileAccess(read: given))
  }

  /// Paths of which the opening waits until they are all let go, and how often each was begun.
  private final class Dead: Sendable {
    private struct State {
      var begun: [String] = []
      var running = 0
      var mostAtOnce = 0
      var isOver = false
    }

    private let isDead: @Sendable (String) -> Bool
    private let end = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    init(_ isDead: @escaping @Sendable (String) -> Bool) { self.isDead = isDead }

    func open(_ rule: Sandbox.Rule) -> Answer {
      let isOver = state.withLock { state in
        state.begun.append(rule.path)
        state.running += 1
        state.mostAtOnce = max(state.mostAtOnce, state.running)
        return state.isOver
      }
      defer { state.withLock { $0.running -= 1 } }
      if !isOver, isDead(rule.path) {
        end.wait()
        // For the next that waits.
        end.signal()
      }
      return Result { () throws(OpenPlace.Problem) in try OpenPlace(rule) }
    }

    func letGo() {
      state.withLock { $0.isOver = true }
      end.signal()
    }

    var count: Int { state.withLock { $0.begun.count } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    func count(_ path: String) -> Int { state.withLock { $0.begun.filter { $0 == path }.count } }
  }

  /// Asks on a loop of the test's own, and keeps the answers by their paths.
  @MainActor private final class Asker {
    let loop: EventLoop
    private let mailbox: Mailbox
    private let questions: FarQuestions<Sandbox.Rule, Answer>
    var asked: AnyObject { questions }
    private(set) var answers: [(opened: Set<String>, left: [String: Unanswered])] = []

    init(_ mount: Dead, patience: Duration, starter: ThreadStarter = .shared) throws {
      loop = try EventLoop()
      mailbox = try Mailbox(loop)
      questions = FarQuestions(
        loop: loop, deliver: mailbox.deliver, patience: patience, starter: starter, isEverybodys: { !$0.isByBundle }
      ) { mount.open($0) }
    }

    func ask(_ rules: [Sandbox.Rule], of app: String = "a") {
      questions.ask(rules, of: AppID(app)) { [unowned self] opened, left in
        let left = left.map { ($0.key.path, $0.value) }
        answers.append((Set(opened.keys.map(\.path)), Dictionary(left) { first, _ in first }))
      }
    }

    func answer(_ number: Int) throws -> (opened: Set<String>, left: [String: Unanswered]) {
      try loop.run { answers.count > number }
      return answers[number]
    }

    /// Asks until all of these have been opened: a busy machine may need more than one wait.
    func askUntilOpened(_ paths: Set<String>, _ rules: [Sandbox.Rule], of app: String = "a") throws {
      var opened: Set<String> = []
      try loop.run {
        if opened.isSuperset(of: paths) { return true }
        let number = answers.count
        ask(rules, of: app)
        try? opened.formUnion(answer(number).opened)
        return opened.isSuperset(of: paths)
      }
    }
  }

  private static let soon = Duration.milliseconds(50)
  /// Longer than any test takes.
  private static let never = Duration.seconds(100_000)

  @Test("A path that does not answer is left out, nobody waits for it again, and it is there when it answers")
  func silence() throws {
    let folder = try TestFolder()
    let (dead, alive) = (folder.path, "/usr")
    let rules = try Self.rules(given: [dead, alive])
    let mount = Dead { $0 == dead }
    defer { mount.letGo() }
    let asker = try Asker(mount, patience: Self.soon)
    asker.ask([rules[0]])
    #expect(asker.answers.isEmpty, "the loop goes on")
    #expect(try asker.answer(0) == ([], [dead: .silent]))
    asker.ask([rules[0]])
    #expect(asker.answers.count == 2 && asker.answers[1] == ([], [dead: .silent]), "at once")
    try asker.askUntilOpened([alive], rules)
    #expect(asker.answers.allSatisfy { $0.left[dead] == .silent })
    #expect(mount.count(dead) == 1)

    mount.letGo()
    try asker.askUntilOpened([dead, alive], rules)
  }

  @Test("A launch with no such path waits for nothing")
  func nothing() throws {
    let asker = try Asker(Dead { _ in true }, patience: Self.never)
    asker.ask([])
    #expect(asker.answers.count == 1 && asker.answers[0] == ([], [:]))
  }

  @Test("However many paths of a bundle do not answer, eight threads wait for them, and keep no other app's from one")
  func crowd() throws {
    let most = FarPatience.threads
    let mount = Dead { $0.hasPrefix("/dead/") }
    defer { mount.letGo() }
    let asker = try Asker(mount, patience: Self.soon)
    let paths = (0..<100).map { "/dead/\($0)" } + ["/usr"]
    let rules = try Self.rules(asked: paths)
    asker.ask(rules)
    let first = try asker.answer(0)
    #expect(first.opened == [] && first.left.count == 101)
    #expect(first.left.count { $0.value == .silent } == most && first.left["/usr"] == .crowded)
    try asker.loop.run { mount.count == most }
    asker.ask(rules)
    #expect(asker.answers.count == 2 && asker.answers[1] == first, "at once")

    try asker.askUntilOpened(["/usr", "/bin"], Self.rules(given: ["/usr"], asked: ["/bin"]), of: "b")
    // What the configuration gives to all is no matter of one app.
    try asker.askUntilOpened(["/usr"], Self.rules(given: ["/usr"]))
    #expect((0..<100).count { mount.count("/dead/\($0)") > 0 } == most)

    mount.letGo()
    try asker.askUntilOpened(Set(paths), rules)
  }

  @Test("For paths of the configuration 64 threads wait, whoever asks, and keep no bundle's path from one of its own")
  func everybodysCrowd() throws {
    let most = FarPatience.everybodysThreads
    let mount = Dead { $0.hasPrefix("/dead/") }
    let asker = try Asker(mount, patience: Self.soon)
    let paths = (0..<100).map { "/dead/\($0)" }
    let rules = try Self.rules(given: paths)
    asker.ask(rules)
    let first = try asker.answer(0)
    #expect(most == 64 && first.opened == [] && first.left.count == 100)
    #expect(first.left.count { $0.value == .silent } == most)
    try asker.loop.run { mount.count == most }
    asker.ask(rules, of: "b")
    #expect(asker.answers.count == 2 && asker.answers[1] == first, "at once")

    try asker.askUntilOpened(["/usr"], Self.rules(asked: ["/usr"]), of: "b")
    #expect((0..<100).count { mount.count("/dead/\($0)") > 0 } == most)

    mount.letGo()
    try asker.askUntilOpened(Set(paths), rules)
  }

  @Test("More paths than there are threads are opened a few at a time, and one that waits keeps none from its turn")
  func turns() throws {
    let mount = Dead { $0 == "/dead" }
    defer { mount.letGo() }
    let asker = try Asker(mount, patience: Self.never)
    let rules = try Self.rules(asked: ["/dead"] + (0..<50).map { "/usr/\($0)" })
    asker.ask(rules)
    try asker.loop.run { mount.count == 51 }
    #expect(asker.answers.isEmpty && mount.mostAtOnce <= FarPatience.threads)
    mount.letGo()
    #expect(try asker.answer(0).opened.count == 51)
    #expect(rules.allSatisfy { mount.count($0.path) == 1 })
  }

  @Test("A thread that waits for an answer keeps nothing of the loop's")
  func letsGo() throws {
    let mount = Dead { _ in true }
    defer { mount.letGo() }
    weak var gone: AnyObject?
    do {
      let asker = try Asker(mount, patience: Self.never)
      asker.ask(try Self.rules(asked: ["/dead"]))
      try asker.loop.run { mount.count == 1 }
      gone = asker.asked
    }
    #expect(gone == nil)
  }

  @Test("Where there can be no thread, no path is opened on the one that does everybody's work")
  func noThread() throws {
    let mount = Dead { _ in true }
    let asker = try Asker(mount, patience: Self.never, starter: ThreadStarter { _ in false })
    asker.ask(try Self.rules(asked: (0..<20).map { "/dead/\($0)" }))
    let answer = try asker.answer(0)
    #expect(answer.opened == [] && answer.left.count == 20 && answer.left.allSatisfy { $0.value == .noThread })
    #expect(mount.count == 0)
  }
}
