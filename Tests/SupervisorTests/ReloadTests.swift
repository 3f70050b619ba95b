// The changes by a configuration that is read again, and the words for the service manager and the journal.
import Foundation
import LifecycleModel
import Logging
import Settings
import Testing

@testable import DaemonConfiguration
@testable import Supervisor

@Suite struct ReloadTests {
  private let old = Configuration(in: .init(isRoot: true, environment: [:]))

  @Test("What is in use since the start waits for a restart, and is named; all the rest is taken")
  func replaced() {
    var new = old
    new.stateDirectory = "/elsewhere"
    new.controlGroup = "staff"
    new.policy.leave = .seconds(9)
    new.exits.keep = 7
    new.logLevel = .debug
    new.appDirectories = ["/apps"]
    let (next, waiting) = old.replaced(by: new)
    #expect(waiting == ["paths.state-dir", "control.group"])
    var expected = new
    expected.stateDirectory = old.stateDirectory
    expected.controlGroup = nil
    #expect(next == expected)
    #expect(old.replaced(by: old) == (old, []))
  }

  @Test("The status says how many apps are in which state")
  @MainActor func status() {
    #expect(ServiceManager.status([]) == "no app is running")
    #expect(ServiceManager.status([.notRunning, .active]) == "1 app: 1 active")
    let states: [AppState] = [.suspended, .background, .suspended, .active, .notRunning, .suspended]
    #expect(ServiceManager.status(states) == "5 apps: 1 active, 1 background, 3 suspended")
  }

  @Test("The journal's catalog explains every message that has an id, and no other")
  func catalog() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../config/journal/roost.catalog")
    let text = try String(contentsOf: path.standardized, encoding: .utf8)
    let ids = text.matches(of: #/(?m)^-- ([0-9a-f]{32})$/#).map { String($0.1) }
    #expect(Set(ids) == Set(LogMessage.allCases.map(\.rawValue)))
    #expect(ids.count == LogMessage.allCases.count)
  }
}
