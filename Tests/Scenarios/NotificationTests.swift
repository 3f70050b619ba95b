// Notifications for the person with real processes: scheduled by apps, pushed, presented, chosen.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct NotificationTests {
  private static let schedule = """
    import time
    ask('scheduleNotification', identifier='tea', title='Tea', body='It is ready', content={'cup': 7}, at=[time.time() + 1])
    """

  private func shown(_ app: AppUnderTest) throws -> [String] { try app.notifications().map(\.identifier) }

  @Test(
    "A notification is shown while its app is suspended or not running, and outlives the daemon",
    arguments: [
      false, true,
    ])
  func scheduled(terminates: Bool) throws {
    let app = try PythonApp.make(
      "kettle",
      on: [
        "willResignActive": Self.schedule,
        "launch":
          "note('launch ' + json.dumps(event['options'].get('response', {}).get('notification', {}).get('content')))",
        "notificationResponse":
          "note(json.dumps([event['response']['notification']['content'], event['response'].get('action')]))",
      ])
    let test = try TestDevice(apps: [app])
    let kettle = test.device.app("com.example.kettle")
    try kettle.launch()
    try test.device.home()
    let pid = try kettle.pid
    if terminates { try kettle.terminate() }
    try test.events.wait(for: "the notification") {
      if case .device("notification", "com.example.kettle: Tea: It is ready") = $0.kind { true } else { false }
    }
    #expect(try kettle.state == (terminates ? .notRunning : .suspended))
    if !terminates { #expect(KernelView.isStopped(try #require(pid))) }
    #expect(try shown(kettle) == ["tea"])
    try test.daemon.restart()
    let device = try Device(socket: test.daemon.socket)
    let again = device.app(kettle.id)
    #expect(try shown(again) == ["tea"])
    #expect(try refusal { try again.open(notification: "coffee") }.name == "org.roost.Apps.Refused")
    try again.open(notification: "tea", action: "pour")
    #expect(try again.state == .active)
    #expect(
      test.notes(of: kettle.id) == ["launch null", #"launch {"cup": 7}"#, #"[{"cup": 7}, "pour"]"#])
    #expect(try shown(again).isEmpty)
  }

  @Test(
    "An app that has shown a notification at once lives on when the daemon is killed, in front and behind the screen")
  func atOnceOverKill() throws {
    let app = try PythonApp.make(
      "kettle",
      on: [
        "input": "ask('scheduleNotification', identifier='first', title='Tea', body='', content={})",
        "presentNotification": "answer = {'handled': True}",
        "willResignActive": """
        ask('scheduleNotification', identifier='second', title='Tea', body='', content={})
        ask('removeNotifications', identifiers=['first'])
        """,
        "didEnterBackground": "ask('cancelNotifications', identifiers=['second'])",
      ])
    let daemon = try SurvivingDaemon(apps: [app])
    let before = try daemon.device().app("com.example.kettle")
    try before.launch()
    try before.send(input: "{}")
    try daemon.device().home()
    let pid = try before.pid
    let seen = try shown(before)
    #expect(seen == ["second"])
    try daemon.end(.killed)
    let after = try daemon.device().app("com.example.kettle")
    #expect(try after.pid == pid)
    #expect(try shown(after) == seen)
    #expect(try after.state == .suspended)
  }

  @Test("BX5 a visible push is shown and launches nothing; in front the app says whether it is shown")
  func pushed() throws {
    let app = try PythonApp.make(
      "news",
      on: [
        "presentNotification":
          "note(event['notification']['body'])\nanswer = {'handled': 'urgent' in event['notification']['body']}"
      ])
    let test = try TestDevice(apps: [app])
    let news = test.device.app("com.example.news")
    try news.push(#"{"aps":{"alert":"one"}}"#)
    #expect(try news.notifications().map(\.body) == ["one"])
    #expect(try news.state == .notRunning)
    try news.launch()
    try news.push(#"{"aps":{"alert":"dull"}}"#)
    try news.push(#"{"aps":{"alert":"urgent"}}"#)
    try eventually("the app has said") { try news.notifications().map(\.body) == ["one", "urgent"] }
    #expect(test.notes(of: news.id) == ["dull", "urgent"])
    try news.dismiss(notification: try #require(try shown(news).first))
    #expect(try news.notifications().map(\.body) == ["urgent"])
  }

  @Test("An app takes back what it has scheduled and what is shown; what is too large, or no request, is refused")
  func takenBack() throws {
    let app = try PythonApp.make(
      "fickle",
      on: [
        "didBecomeActive": """
        for name in ['a', 'b']:
          ask('scheduleNotification', identifier=name, at=[4102444800], every=-5)
        ask('cancelNotifications', identifiers=['a', 'nonsense'])
        note(ask('scheduleNotification', identifier='large', body='x' * 100000)['error']['code'])
        """,
        "willResignActive": "ask('scheduleNotification', identifier='now')",
        "willEnterForeground": """
        note(str([n['identifier'] for n in ask('deliveredNotifications')['result']['notifications']]))
        ask('removeNotifications')
        """,
      ])
    let test = try TestDevice(apps: [app])
    let fickle = test.device.app("com.example.fickle")
    try fickle.launch()
    try test.device.home()
    #expect(try shown(fickle) == ["now"])
    try fickle.launch()
    #expect(test.notes(of: fickle.id).prefix(2) == ["TooLarge", "['now']"])
    #expect(try shown(fickle).isEmpty)
  }
}
