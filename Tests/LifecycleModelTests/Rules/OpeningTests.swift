// The things that an app is asked to open, and when: LA4, LA6.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("LA6: things to open") struct OpeningTests {
  private static let item = #"{"type":"new"}"#

  @Test("LA6 app-based, cold: the URL is in the launch options, and opened before A")
  func coldApp() {
    var world = World()
    let request = world.ask(.openURL("notes:new", from: mail))
    world.play()
    #expect(world.told(notes) == "L open A")
    let options = LaunchOptions(url: "notes:new", sourceApplication: "mail")
    #expect(world.process(notes)?.told.first == .launch(options, style: .app, state: .inactive))
    #expect(world.opened(notes) == [.url("notes:new", source: mail)])
    #expect(world.outcome(request) == .done)
  }

  @Test("LA6 nobody opens a URL with a control character in it, with which no program can be started")
  func controlCharacters() {
    var world = World(running: mail)
    for url in ["notes:a\u{0}b", "notes:a\nb", "notes:\u{7f}"] {
      #expect(world.answer(mail, to: .canOpenURL(url)) == .handled(false))
      #expect(world.answer(mail, to: .openURL(url)) == .handled(false))
    }
    #expect(world.process(notes) == nil)
  }

  @Test("LA6 app-based, cold: open is skipped when WF or DF returned false")
  func declined() {
    var world = World()
    world.ask(.openURL("notes:new", from: nil))
    world.act(notes, .fork)
    world.act(notes, .greet)
    world.act(notes, .answer(.answered(handled: false)))
    world.play()
    #expect(world.told(notes) == "L A")
  }

  @Test("LA6 scene-based, cold: the URL is in the connection options, not in the launch options, and not opened")
  func coldScene() {
    var world = World()
    world.ask(.openURL("reader:book", from: mail))
    world.play()
    #expect(world.told(reader) == "L WC F A")
    #expect(world.process(reader)?.told.first == .launch(LaunchOptions(), style: .scene, state: .background))
    #expect(world.connection(reader)?.options == LaunchOptions(url: "reader:book", sourceApplication: "mail"))
  }

  @Test("LA6 warm: F, open, A", arguments: [notes, reader])
  func warm(app: AppID) {
    var world = World(suspended: app)
    world.ask(.openURL("\(app):new", from: nil))
    world.play()
    #expect(world.told(app).hasSuffix(" B F open A"))
    #expect(world.opened(app) == [.url("\(app):new", source: nil)])
  }

  @Test("LA6 an active app is told to open, and stays active", arguments: [notes, reader])
  func active(app: AppID) {
    var world = World(running: app)
    world.ask(.openURL("\(app):new", from: nil))
    world.play()
    #expect(world.told(app).hasSuffix(" A open"))
    #expect(world.state(app) == .active)
  }

  @Test("LA6 a scene that is to open something is promised no step that comes not at once")
  func followed() {
    var world = World(suspended: reader)
    world.ask(.openURL("reader:book", from: nil))
    world.play()
    let session = world.sessions(reader)[0]
    #expect(world.toldScenes(reader, after: 6) == "F(\(session))+ open(\(session))+ A(\(session))")
  }

  @Test("LA6 schemes: in any case, by their grammar; one that nobody declares is refused")
  func schemes() {
    var world = World()
    for url in ["nobody:x", "notes", ":x", "1notes:x", "not es:x", ""] {
      #expect(world.result(.openURL(url, from: nil)) == .refused(.nobodyOpens(url: url)))
    }
    world.ask(.openURL("NOTES:new", from: nil))
    world.play()
    #expect(world.opened(notes) == [.url("NOTES:new", source: nil)])
  }

  @Test("LA6 what is removed opens nothing")
  func removed() {
    var world = World(running: notes)
    world.feed(.removed(notes))
    #expect(world.result(.openURL("notes:new", from: nil)) == .refused(.nobodyOpens(url: "notes:new")))
  }

  @Test("LA4 a shortcut and an activity come the same way", arguments: [notes, reader])
  func others(app: AppID) {
    var world = World()
    world.ask(.launch(app, Launch(options: LaunchOptions(shortcut: Self.item)), .foreground))
    world.play()
    switch app {
    case reader: #expect(world.connection(app)?.options == LaunchOptions(shortcut: Self.item))
    default: #expect(world.opened(app) == [.shortcut(Self.item)])
    }
    world.home()
    world.play()
    let before = world.opened(app)
    world.ask(.launch(app, Launch(options: LaunchOptions(activity: "{}")), .foreground))
    world.play()
    #expect(world.opened(app) == before + [.activity("{}")])
  }

  @Test("LA10 nothing to open is lost while an app is being launched", arguments: [notes, reader])
  func whileLaunching(app: AppID) {
    var world = World()
    world.ask(.openURL("\(app):1", from: nil))
    world.act(app, .fork)
    world.ask(.openURL("\(app):2", from: nil))
    world.play()
    let connected = [world.connection(app)?.options.url].compactMap { $0.map { Opening.url($0, source: nil) } }
    #expect(connected + world.opened(app) == [.url("\(app):1", source: nil), .url("\(app):2", source: nil)])
  }

  @Test("LA10 nor while it is being torn down: the next process opens it", arguments: [notes, reader])
  func whileEnding(app: AppID) {
    var world = World(running: app)
    world.ask(.terminate(app))
    world.ask(.openURL("\(app):1", from: nil))
    world.ask(.openURL("\(app):2", from: nil))
    world.play()
    let connected = [world.connection(app)?.options.url].compactMap { $0.map { Opening.url($0, source: nil) } }
    #expect(connected + world.opened(app) == [.url("\(app):1", source: nil), .url("\(app):2", source: nil)])
  }

  @Test(
    "LA10 LA11 a URL that an app was to open before somebody ended it is not opened by the process after that",
    arguments: [Wish.quit(notes), .terminate(notes), .erase(notes)])
  func beforeTheEnd(end: Wish) {
    var world = World(running: notes)
    world.ask(.showAlert)
    world.ask(.openURL("notes:1", from: nil))
    world.ask(end)
    world.ask(.openURL("notes:2", from: nil))
    world.play()
    #expect(world.opened(notes) == [.url("notes:2", source: nil)])
  }

  @Test("LA6 what a background launch brings waits until its app is on screen", arguments: [notes, reader])
  func waits(app: AppID) {
    var world = World()
    world.ask(.launch(app, Launch(options: LaunchOptions(url: "\(app):1")), .background))
    world.play()
    #expect(world.state(app) == .suspended)
    #expect(world.opened(app).isEmpty)
    world.open(app)
    let connected = [world.connection(app)?.options.url].compactMap { $0.map { Opening.url($0, source: nil) } }
    #expect(connected + world.opened(app) == [.url("\(app):1", source: nil)])
  }

  @Test("LA6 an app in front opens a URL in another; one behind it may not; canOpenURL answers from declared schemes")
  func fromApp() {
    var world = World(running: reader)
    world.act(reader, .request(.canOpenURL("notes:x")))
    world.act(reader, .request(.canOpenURL("nobody:x")))
    world.act(reader, .request(.openURL("nobody:x")))
    world.act(reader, .request(.openURL("notes:x")))
    #expect(world.process(reader)?.replies == [.handled(true), .handled(false), .handled(false), .handled(true)])
    world.act(reader, .beginTask)
    world.play()
    #expect(world.opened(notes) == [.url("notes:x", source: reader)])
    #expect(world.state(notes) == .active)
    world.act(reader, .request(.openURL("mail:x")))
    #expect(world.process(reader)?.replies.last == .notInForeground)
    #expect(world.process(mail) == nil)
  }

  @Test(
    "LA6 SC4 BG1 an app that the user leaves takes the screen back by nothing that it asks for",
    arguments: [Wish.home, .lock, .launch(clock, Launch(), .foreground)])
  func whileLeaving(wish: Wish) {
    for app in [notes, pages] {
      var world = World(running: app)
      let request = world.ask(wish)
      #expect(world.told(app).hasSuffix("A R"))
      #expect(world.answer(app, to: .openURL("\(app):x")) == .notInForeground)
      if app == pages { #expect(world.answer(app, to: .requestScene(nil, activity: nil)) == .notInForeground) }
      world.play()
      #expect(world.state(app) == .suspended)
      #expect(world.outcome(request) == .done)
    }
  }

  @Test("LA6 IN1 IN4 a URL that an app opens under a panel does not close the panel", arguments: [notes, mail])
  func underPanel(handler: AppID) {
    var world = World(running: notes)
    world.ask(.openPanel(.switcher))
    #expect(world.answer(notes, to: .openURL("\(handler):x")) == .handled(true))
    world.play()
    #expect(world.lifecycle.device.panels == [.switcher])
    #expect(world.state(handler) == .inactive)
    #expect(world.opened(handler) == [.url("\(handler):x", source: notes)])
    world.open(handler)
    #expect(world.lifecycle.device.panels == [])
    #expect(world.state(handler) == .active)
  }
}
