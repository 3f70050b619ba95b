// Paths on mounts that do not answer: launches do without them, and nobody else waits.
import Bundles
import Dispatch
import Linux
import Processes
import Settings
import Synchronization
import Systemd
import TestFolders
import Testing

@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(15))) struct PlaceOpenerTests {
  /// Rules for paths of the configuration.
  private static func rules(_ paths: [String]) throws -> [Sandbox.Rule] {
    let folder = try TestFolder()
    let bundle = try AppBundle(path: try folder.bundle("A", TestFolder.plist("a")))
    return Sandbox.farRules(of: bundle, given: FileAccess(read: paths))
  }

  /// Paths of which the opening waits until it is let go, and how often each was begun.
  private final class Dead: Sendable {
    let paths: Set<String>
    let mayEnd = DispatchSemaphore(value: 0)
    private let begun = Mutex<[String]>([])

    init(_ paths: Set<String>) { self.paths = paths }

    func open(_ rule: Sandbox.Rule) throws(OpenPlace.Problem) -> OpenPlace {
      begun.withLock { $0.append(rule.path) }
      if paths.contains(rule.path) { mayEnd.wait() }
      return try OpenPlace(rule)
    }

    func count(_ path: String) -> Int { begun.withLock { $0.filter { $0 == path }.count } }
  }

  @Test("A path that does not answer is left out, nobody waits for it again, and it is there when it answers")
  func silence() throws {
    let folder = try TestFolder(), loop = try EventLoop()
    let mailbox = try Mailbox(loop)
    let (dead, alive) = (folder.path, "/usr")
    let rules = try Self.rules([dead, alive])
    let mount = Dead([dead])
    let opener = PlaceOpener(loop: loop, deliver: mailbox.deliver, patience: .milliseconds(50)) {
      rule throws(OpenPlace.Problem) in try mount.open(rule)
    }
    var answers: [(opened: Set<String>, silent: Set<String>)] = []
    func ask(_ rules: [Sandbox.Rule]) {
      opener.open(rules) { opened, silent in
        answers.append((Set(opened.keys.map(\.path)), Set(silent.map(\.path))))
      }
    }
    func waitForAnswer(_ count: Int) throws {
      let start = monotonicNow()
      while answers.count < count {
        try #require(monotonicNow() < start + 30_000_000_000)
        try loop.runOnce(timeout: .seconds(1))
      }
    }
    ask(rules)
    #expect(answers.isEmpty, "the loop goes on")
    try waitForAnswer(1)
    #expect(answers[0] == ([alive], [dead]))

    ask(rules)
    try waitForAnswer(2)
    #expect(answers[1] == ([alive], [dead]))
    ask([rules[0]])
    #expect(answers.count == 3 && answers[2] == ([], [dead]), "at once")
    #expect(mount.count(dead) == 1 && mount.count(alive) == 2)

    mount.mayEnd.signal()
    mount.mayEnd.signal()
    // Not before the thread has told so.
    while answers.last?.opened.contains(dead) != true {
      let count = answers.count
      ask(rules)
      try waitForAnswer(count + 1)
    }
    #expect(answers.last?.silent == [])
  }

  @Test("A launch with no such path waits for nothing")
  func nothing() throws {
    let loop = try EventLoop()
    let opener = PlaceOpener(loop: loop, deliver: try Mailbox(loop).deliver)
    var isAnswered = false
    opener.open([]) { opened, silent in isAnswered = opened.isEmpty && silent.isEmpty }
    #expect(isAnswered)
  }
}
