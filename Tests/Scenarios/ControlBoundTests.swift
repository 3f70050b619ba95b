// The bounds of what clients of the control socket ask of a daemon with real apps.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct ControlBoundTests {
  @Test("A list of all apps has the newest 32 notifications of one that shows more, and its own list has all of them")
  func notifications() throws {
    let test = try TestDevice(apps: [try PythonApp.make("news", on: [:])])
    let news = test.device.app("com.example.news")
    for number in 0..<40 { try news.push(#"{"aps":{"alert":"\#(number)"}}"#) }
    let bodies = (0..<40).map(String.init)
    #expect(try news.notifications().map(\.body) == bodies)
    let client = try ControlClient(socket: test.daemon.socket)
    #expect(try client.call(NotificationsInterface.List()).notifications.map(\.body) == Array(bodies.suffix(32)))
  }

  /// An app that does not answer when it shall end, on a device whose time stands still: it is not killed for it.
  private func silent() throws -> (test: TestDevice, app: AppUnderTest) {
    let sleep = "import time\ntime.sleep(3600)"
    let bundle = try PythonApp.make("silent", on: ["willResignActive": sleep, "willTerminate": sleep])
    let test = try TestDevice(apps: [bundle], virtualTime: true)
    let app = test.device.app("com.example.silent")
    try app.launch()
    return (test, app)
  }

  @Test(
    "256 requests wait for an app that does not answer, though their clients have given up; the next is refused at once"
  )
  func unfinished() throws {
    let (test, app) = try silent()
    let client = try ControlClient(socket: test.daemon.socket)
    func words(_ call: () throws -> Void) throws -> String {
      let error = try refusal(call)
      if case .appTimedOut = error { return "timed out" }
      return error.description
    }
    // A launch waits for the end of the process before.
    func launch() throws { _ = try client.call(AppsInterface.Launch(id: app.id, timeout: 0)) }
    _ = try client.call(AppsInterface.Terminate(id: app.id, wait: false))
    for _ in 0..<256 { try #require(try words(launch) == "timed out") }
    #expect(try words(launch).contains("256 requests to com.example.silent are not done yet"))
    func end() throws { _ = try client.call(AppsInterface.Terminate(id: app.id, timeout: 0)) }
    for _ in 0..<256 {
      try #require(try words(end) == "timed out", "those that end the app are taken: the others are done then")
    }
    #expect(try words(end).contains("256 requests to end com.example.silent are not done yet"))
    _ = try client.call(AppsInterface.Terminate(id: app.id, wait: false))
    try test.device.advance(by: .seconds(60), patience: .milliseconds(50))
    _ = try test.waitForEnd(of: app)
  }

  @Test("However many clients wait for an app that does not answer and go, the next one is served")
  func goneWaiters() throws {
    let (test, app) = try silent()
    _ = try ControlClient(socket: test.daemon.socket).call(AppsInterface.Terminate(id: app.id, wait: false))
    let launch = AppsInterface.Launch(id: app.id), socket = test.daemon.socket
    for _ in 0..<100 { _ = try? ControlClient(socket: socket).call(launch, timeout: .milliseconds(5)) }
    try eventually("another client is served") {
      (try? ControlClient(socket: socket).call(DaemonInterface.GetVersion())) != nil
    }
    try test.device.advance(by: .seconds(60), patience: .milliseconds(50))
    _ = try test.waitForEnd(of: app)
  }

  @Test("The time limit of a request is its own, also where another connection's call has the same number")
  func limits() throws {
    let (test, app) = try silent()
    let (id, socket) = (app.id, test.daemon.socket)
    let timedOut = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let error = try? refusal {
        _ = try ControlClient(socket: socket).call(AppsInterface.Terminate(id: id, timeout: 500))
      }
      if case .appTimedOut? = error { timedOut.signal() }
    }
    var isOver = false
    for _ in 0..<600 where !isOver {
      _ = try refusal { _ = try ControlClient(socket: socket).call(AppsInterface.Terminate(id: id, timeout: 0)) }
      isOver = timedOut.wait(timeout: .now() + 0.05) == .success
    }
    #expect(isOver)
    try test.device.advance(by: .seconds(60), patience: .milliseconds(50))
    _ = try test.waitForEnd(of: app)
  }
}
