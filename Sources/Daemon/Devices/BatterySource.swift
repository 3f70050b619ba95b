// The battery, as UPower tells of it: the display device, which stands for all batteries of the machine.
import LifecycleModel
import Settings
import Systemd

final class BatterySource: BusListener {
  let source = DeviceSource.upower
  let service = "org.freedesktop.UPower"
  let path = "/org/freedesktop/UPower/devices/DisplayDevice"
  let interface = "org.freedesktop.UPower.Device"
  /// Nil until UPower has told it.
  private var isPresent: Bool?
  private var percentage: Double?
  private var state: Battery.State?
  private var reported: (percentage: Double?, state: Battery.State?)
  /// Whether UPower has told of the battery, or cannot be asked.
  private var isSettled = false
  private(set) var isAwaited = false
  private var patience: TimerSource?
  private let report: (DeviceSourceEvent) -> Void

  init(report: @escaping (DeviceSourceEvent) -> Void) { self.report = report }

  /// Where UPower takes its time, work that needs power would begin on battery. A UPower that cannot be asked, or has not answered
  /// after `longest`, tells of none.
  func awaitAnswer(on loop: EventLoop, for longest: Duration) throws(SystemCallError) {
    guard !isSettled else { return }
    let timer = try loop.timer(priority: .idle) { [unowned self] in unanswered() }
    timer.rearm(at: monotonicNow() + longest.wholeNanoseconds)
    patience = timer
    isAwaited = true
    report(.fact(.batteryAwaited(true)))
  }

  func unanswered() {
    let wasAwaited = isAwaited
    settle()
    if wasAwaited { report(.fact(.batteryAwaited(false))) }
  }

  private func settle() {
    (isSettled, isAwaited) = (true, false)
    patience?.disarm()
  }

  func learn(_ properties: [String: BusValue]) {
    if let isPresent = properties["IsPresent"]?.boolean { self.isPresent = isPresent }
    if let percentage = properties["Percentage"]?.double, percentage.isFinite {
      self.percentage = min(max(percentage, 0), 100)
    }
    if let state = properties["State"]?.integer { self.state = Self.state(state) }
    guard let isPresent else { return }
    guard isPresent else { return unanswered() }
    guard let percentage, isNews(percentage) else { return }
    settle()
    reported = (percentage, state)
    report(.fact(.battery(level: percentage / 100, state: state)))
  }

  /// A change by less than 1 % is none: apps are told of each.
  private func isNews(_ percentage: Double) -> Bool {
    guard let known = reported.percentage, state == reported.state else { return true }
    // Full and empty are always worth to be told.
    return abs(percentage - known) >= 1 || percentage != known && (percentage == 0 || percentage == 100)
  }

  /// `UpDeviceState`; nil is unknown. A charge that is pending is one that the charger holds back.
  private static func state(_ state: Int64) -> Battery.State? {
    switch state {
    case 1, 5: .charging
    case 4: .full
    case 2, 3, 6: .unplugged
    default: nil
    }
  }
}
