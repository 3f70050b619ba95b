// One of everything that can happen to a full device, each as one turn that somebody can count.
import LifecycleModel

/// Something that an app, a client, the kernel or a clock says.
enum Happening {
  case word(Word)
  case wish(Wish)
  case input(Input)
}

extension FullDevice {
  /// Has all of it happen, in an order in which the device takes most of it, and prints a line for each turn that is counted.
  mutating func live() {
    for (name, happening) in happenings {
      let input: Input
      switch happening {
      case .word(let word): input = .app(process, word)
      case .wish(let wish): input = device.wishing(wish)
      case .input(let other):
        // Whatever is planned is due.
        device.now = device.now + .seconds(7200)
        input = other
      }
      // The kernel's answers and the app's own are turns as well, and those to them are not counted again.
      for answer in count(input, name) {
        for next in count(answer, "answer to " + name) { device.handle(next) }
      }
    }
  }

  /// Returns the answers of the kernel and of apps.
  private mutating func count(_ input: Input, _ name: String) -> [Input] {
    print(name)
    var answers: [Input] = []
    for effect in countedTurn(input) { Obedient.answer(effect, &answers) }
    return answers
  }

  /// callgrind knows it by its name.
  @inline(never)
  private mutating func countedTurn(_ input: Input) -> [Effect] { device.lifecycle.handle(input, at: device.now) }

  private var happenings: [(name: String, Happening)] {
    words.map { (Self.name(of: $0), .word($0)) } + wishes.map { (Self.name(of: $0), .wish($0)) }
      + inputs.map { (Self.name(of: $0), .input($0)) }
  }

  /// The names of the case and of the cases within it.
  private static func name(of happening: Any) -> String {
    let mirror = Mirror(reflecting: happening)
    guard mirror.displayStyle == .enum else { return "" }
    guard let (label, payload) = mirror.children.first.map({ ($0.label ?? "", $0.value) }) else {
      return "\(happening)"
    }
    let values =
      Mirror(reflecting: payload).displayStyle == .tuple ? Mirror(reflecting: payload).children.map(\.value) : [payload]
    let inner = values.map(name).first { !$0.isEmpty } ?? ""
    return inner.isEmpty ? label : "\(label) \(inner)"
  }

  private var words: [Word] {
    let plan = PlannedNotification(
      Self.notification(0, bytes: 4600), next: device.now + .seconds(60),
      later: (0..<700).map { device.now + .seconds($0) })
    let task = { (number: Int) in TaskRequest(identifier: Self.name(number), kind: .processing) }
    let transfer = TransferName(session: Self.name(63), number: 63)
    let requests: [AppRequest] = [
      .beginBackgroundTask(name: Self.name(0)), .endBackgroundTask(BackgroundTaskID(number: 1)),
      .backgroundTimeRemaining,
      .requestScene(SessionID(Self.name(3)), activity: Self.json(Limit.payload.number)),
      .requestScene(nil, activity: nil),
      .refreshSession(SessionID(Self.name(7))), .destroySession(SessionID(Self.name(5))),
      .openURL("\(apps[0].string).63:x"), .canOpenURL("none:"),
      .beginActivity(mode: "location"), .endActivity(ActivityID(number: 1)),
      .schedule(.submit(task(200))), .schedule(.submit(task(5))), .schedule(.list),
      .schedule(.cancel(identifier: Self.name(9))),
      .notifications(.plan(plan)), .notifications(.planAtOnce(plan.notification, every: .seconds(60))),
      .notifications(.list), .notifications(.cancel((0..<120).map(Self.name))),
      .notifications(.remove((0..<120).map(Self.name))),
      .transfer(.list(session: Self.name(1))), .transfer(.cancel(transfer)), .transfer(.begin(Self.transfer(63))),
      .protectedKey(kind: "complete", isPublic: false), .requestPermission(service: "camera"),
      .requestPermission(service: "photos"), .permission(service: "photos"), .overLimit(.url),
      .unknown(method: Self.name(0)), .schedule(.cancel(identifier: nil)), .notifications(.cancel(nil)),
      .notifications(.remove(nil)),
    ]
    return requests.map { .requested(id: 1, $0) } + [
      .hello(protocolVersion: 1), .entering(callback: Self.name(0)),
      .returned(callback: Self.name(0), scene: SessionID(Self.name(3)), took: .seconds(1)),
    ]
  }

  private var facts: [FactChange] {
    [
      .orientation(.landscapeLeft), .time(.zone("Asia/Seoul")), .time(.jump(seconds: 3600)),
      .battery(level: 0.5, state: .unplugged), .battery(level: 1, state: .full), .batteryAwaited(true),
      .proximity(isNear: true), .volume(0.5),
      .accessory(name: "pen", isConnected: true), .display(name: "TV", isConnected: true),
      .displayMode(name: "TV", mode: "1080p"), .setting(app: subject, key: Self.name(0), value: "2"), .locale("ko_KR"),
      .account("me"), .appearance(.dark), .contentSize(.small), .protectedFiles(areAvailable: false),
      .protectedFiles(areAvailable: true), .network(.wifi), .network(.offline), .network(.cellular),
      .permission(app: subject, .camera, .denied),
    ]
  }

  private var wishes: [Wish] {
    let (app, other, json) = (subject, apps[0], Self.json(Limit.payload.number))
    let toOpen = Launch(options: LaunchOptions(url: "\(app.string).0:x", activity: json))
    return facts.map(Wish.fact) + [
      .launch(app, toOpen, .foreground), .userInput(app, json), .wake(app, .push(json)), .runTask(app, Self.name(0)),
      .expireTask(app, Self.name(0)), .openURL("\(app.string).63:x", from: other), .openURL("none:", from: nil),
      .newScene(app, named: SessionID("new")), .activateScene(app, SessionID(Self.name(30))),
      .closeScene(app, SessionID(Self.name(30))), .discardScene(app, SessionID(Self.name(31))),
      .notify(app, Self.notification(0, bytes: 4600)), .openNotification(app, Self.name(150), action: nil, text: json),
      .dismissNotification(app, Self.name(151)), .call(.ring), .call(.accept), .call(.end), .showAlert, .dismissAlert,
      .answerPrompt(.allow), .setPermission(app, .photos, .granted), .openPanel(.notificationCenter),
      .closePanel(.notificationCenter), .banner(json), .home, .activate(app), .lock, .unlock, .activate(other),
      .activate(app), .home, .memory(.pressure(.warning, free: nil)), .memory(.warn(nil)), .memory(.budget(nil)),
      .memory(.pressure(.normal, free: nil)), .terminate(app), .launch(app, Launch(), .foreground), .home, .quit(app),
      .launch(app, Launch(), .background), .erase(app),
    ]
  }

  private var inputs: [Input] {
    [
      .due(.tasks), .due(.transfers), .due(.notifications), .due(.keys), .due(.memory), .memory(.stalled(.critical)),
      .policyChanged(Policy()), .passcodeChanged(isSet: true), .removed(apps[0]), .shutdown,
    ]
  }
}
