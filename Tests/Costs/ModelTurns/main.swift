// Turns of the model alone, so that somebody can count their instructions (tools/costs).
// usage: ModelTurns cycle|event|due COUNT  COUNT times a launch and a home of one app among a hundred, or an event for it; or
//                                          the notifications of COUNT apps that have ended, all due in one turn
import Glibc
import LifecycleModel

/// The model with a kernel and with apps that do all they are told at once.
struct Obedient {
  var lifecycle = Lifecycle(policy: Policy())
  private var requests: UInt64 = 0

  mutating func wish(_ wish: Wish) {
    requests += 1
    handle(.wish(wish, Request(id: RequestID(number: requests), answer: .whenTaken)))
  }

  mutating func handle(_ input: Input) {
    var inputs = [input]
    while !inputs.isEmpty {
      for effect in lifecycle.handle(inputs.removeFirst(), at: Instant(nanoseconds: 1)) {
        switch effect {
        case .spawn(let process, _, _):
          inputs += [.kernel(process, .spawned(pid: 1)), .app(process, .hello(protocolVersion: 1))]
        case .send(let process, let sequence, _): inputs.append(.app(process, .acknowledged(sequence)))
        case .freeze(let process): inputs.append(.kernel(process, .froze()))
        case .inspect(let process): inputs.append(.kernel(process, .inspected(Holdings())))
        case .sampleCPU(let process): inputs.append(.kernel(process, .sampledCPU(.zero)))
        case .kill(let process): inputs.append(.kernel(process, .exited(.signaled(9), Usage())))
        case .reply, .replyWhenStored, .thaw, .unseal, .arm, .store, .keepPicture, .forgetPicture, .eraseData, .keys,
          .memory,
          .transfers,
          .answer, .report,
          .shutdownComplete:
          break
        }
      }
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard let what = arguments.first, ["cycle", "event", "due"].contains(what),
  let count = arguments.last.flatMap({ Int($0) })
else {
  print("usage: ModelTurns cycle|event|due COUNT")
  exit(2)
}
guard what != "due" else {
  var device = Obedient()
  let notification = UserNotification(identifier: "tea", title: "Tea", body: "", content: "{}", isRemote: false)
  for app in (0..<count).map({ AppID("org.roost.costs.app\($0)") }) {
    device.handle(.installed(AppDescription(id: app, style: .app)))
    let plans = [PlannedNotification(notification, next: Instant(nanoseconds: 1))]
    device.handle(.recalled(.notifications(app, UserNotifications(planned: plans))))
  }
  device.handle(.due(.notifications))
  exit(0)
}
let apps = (0..<100).map { AppID("org.roost.costs.app\($0)") }
var device = Obedient()
for app in apps {
  device.handle(.installed(AppDescription(id: app, style: .app)))
  device.wish(.launch(app, Launch(), .foreground))
  device.wish(.home)
}
if what == "event" { device.wish(.launch(apps[50], Launch(), .foreground)) }
for _ in 0..<count {
  switch what {
  case "cycle":
    device.wish(.launch(apps[50], Launch(), .foreground))
    device.wish(.home)
  default: device.wish(.userInput(apps[50], #"{"type":"tap"}"#))
  }
}
