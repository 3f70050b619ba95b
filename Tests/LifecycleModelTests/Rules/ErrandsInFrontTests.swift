// On the screen: an app that opens one thing after another in itself, or gives up its sessions, keeps nobody waiting (BG10).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BG10: errands on the screen") struct ErrandsInFrontTests {
  private func openItself(_ app: AppID, in world: inout World) {
    let url = "\(app):\(world.nextNumber())"
    #expect(world.answer(app, to: .openURL(url)) == .handled(true))
  }

  /// The app answers each event after 400 ms, and opens one more thing in itself just before, until `request` is answered.
  private func openOn(_ app: AppID, in world: inout World, until request: Request) -> Duration {
    let began = world.now
    for _ in 0..<200 where world.outcome(request) == nil {
      world.pass(.milliseconds(400))
      openItself(app, in: &world)
      world.act(app, .acknowledge)
    }
    return world.now.since(began)
  }

  @Test(
    "BG10 ST7 LA6 an app that opens one thing after another in itself keeps nobody waiting", arguments: [notes, pages])
  func opensInItself(app: AppID) {
    var world = World(running: app)
    openItself(app, in: &world)
    let wishes: [Wish] = [
      .showAlert, .dismissAlert, .openPanel(.switcher), .fact(.locale("ko_KR")), .closePanel(.switcher),
    ]
    for wish in wishes {
      let request = world.ask(wish)
      let time = openOn(app, in: &world, until: request)
      #expect(time < .seconds(7), "\(wish)")
      #expect(world.outcome(request) == .done, "\(wish)")
    }
    #expect(world.state(app) == .active)
    let home = world.home()
    world.play()
    #expect(world.outcome(home) == .done)
    #expect(world.laws.broken == nil)
  }

  @Test(
    "BG10 LA6 one that opens one thing after another before A becomes active all the same", arguments: [notes, pages])
  func opensBeforeActive(app: AppID) {
    var world = World(running: app)
    world.ask(.showAlert)
    world.play()
    openItself(app, in: &world)
    let dismiss = world.ask(.dismissAlert)
    let time = openOn(app, in: &world, until: dismiss)
    #expect(time < .seconds(7))
    #expect(world.state(app) == .active)
    #expect(world.opened(app).count > 5)
    #expect(world.laws.broken == nil)
  }

  @Test(
    "BG10 LA6 things that others have opened come before A, whatever the app has done before it came back",
    arguments: [notes, reader])
  func opensBeforeActiveAfterwards(app: AppID) {
    var world = World(running: app)
    openItself(app, in: &world)
    let alert = world.ask(.showAlert)
    _ = openOn(app, in: &world, until: alert)
    world.ask(.dismissAlert)
    world.home()
    world.play()
    world.ask(.openURL("\(app):\(world.nextNumber())", from: nil))
    world.play()
    let told = world.told(app).split(separator: " ")
    #expect(told.last == "A")
    #expect(told.dropLast().last == "open")
  }

  @Test("BG10 SC3 an app that gives up one session in the word of another's end keeps nobody waiting")
  func sessionsInFront() {
    var world = World(scenes: (0..<9).map { "\($0)" }, slots: 1)
    world.ask(.terminate(pages))
    world.play()
    world.open(pages)
    world.act(pages, .request(.destroySession(SessionID("0"))))
    #expect(world.told(pages).hasSuffix("DD"))
    let alert = world.ask(.showAlert)
    for number in 1..<7 {
      world.pass(.seconds(2))
      world.act(pages, .request(.destroySession(SessionID("\(number)"))))
      world.act(pages, .acknowledge)
    }
    #expect(world.told(pages).hasSuffix("DD"))
    #expect(world.state(pages) == .inactive)
    #expect(world.outcome(alert) == .done)
    #expect(world.laws.broken == nil)
  }
}
