// Turns of the model alone, so that somebody can count their instructions (tools/costs).
// usage: ModelTurns cycle|event|due|full COUNT  COUNT times a launch and a home of one app among a hundred, or an event for it; the
//                                               notifications of COUNT apps that have ended, all due at one moment; or all that can
//                                               happen to a device of COUNT apps that are at their limits
import Glibc
import LifecycleModel

let arguments = CommandLine.arguments.dropFirst()
guard let what = arguments.first, ["cycle", "event", "due", "full"].contains(what),
  let count = arguments.last.flatMap({ Int($0) })
else {
  print("usage: ModelTurns cycle|event|due|full COUNT")
  exit(2)
}
guard what != "full" else {
  var full = FullDevice(apps: count)
  full.live()
  exit(0)
}
guard what != "due" else {
  var device = Obedient()
  let notification = UserNotification(identifier: "tea", title: "Tea", body: "", content: "{}", isRemote: false)
  for app in (0..<count).map({ AppID("org.roost.costs.app\($0)") }) {
    device.handle(.installed(AppDescription(id: app, style: .app)))
    let plans = [PlannedNotification(notification, next: Instant(nanoseconds: 1))]
    device.handle(.recalled(.notifications(app, UserNotifications(planned: plans))))
  }
  // Eight apps in a turn.
  for _ in 0..<(count + 7) / 8 { device.handle(.due(.notifications)) }
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
