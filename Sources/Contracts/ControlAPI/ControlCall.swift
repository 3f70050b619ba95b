// Every control method as one enum, so that the server's dispatch is one exhaustive switch.
public import Varlink

/// A call of one of the control interfaces, its parameters read.
public enum ControlCall: Hashable, Sendable {
  case list(AppsInterface.List)
  case status(AppsInterface.Status)
  case launch(AppsInterface.Launch)
  case open(AppsInterface.Open)
  case activate(AppsInterface.Activate)
  case quit(AppsInterface.Quit)
  case terminate(AppsInterface.Terminate)
  case sendInput(AppsInterface.SendInput)
  case listExits(AppsInterface.ListExits)
  case listAssertions(AppsInterface.ListAssertions)
  case listTasks(AppsInterface.ListTasks)
  case listScenes(ScenesInterface.List)
  case newScene(ScenesInterface.New)
  case activateScene(ScenesInterface.Activate)
  case closeScene(ScenesInterface.Close)
  case discardScene(ScenesInterface.Discard)
  case snapshot(ScenesInterface.Snapshot)
  case home(DeviceInterface.Home)
  case lock(DeviceInterface.Lock)
  case unlock(DeviceInterface.Unlock)
  case setPasscode(DeviceInterface.SetPasscode)
  case call(DeviceInterface.Call)
  case alert(DeviceInterface.Alert)
  case overlay(DeviceInterface.Overlay)
  case banner(DeviceInterface.Banner)
  case notify(DeviceInterface.Notify)
  case push(EventsInterface.Push)
  case fetch(EventsInterface.Fetch)
  case location(EventsInterface.Location)
  case accessory(EventsInterface.Accessory)
  case bluetooth(EventsInterface.Bluetooth)
  case listNotifications(NotificationsInterface.List)
  case openNotification(NotificationsInterface.Open)
  case dismissNotification(NotificationsInterface.Dismiss)
  case getMemory(MemoryInterface.Get)
  case warnOfMemory(MemoryInterface.Warn)
  case pressMemory(MemoryInterface.Pressure)
  case setMemoryBudget(MemoryInterface.SetBudget)
  case listReports(ReportsInterface.List)
  case readReport(ReportsInterface.Read)
  case watch(MonitorInterface.Watch)
  case getVersion(DaemonInterface.GetVersion)
  case getDirectories(BundlesInterface.GetDirectories)
  case install(BundlesInterface.Install)
  case uninstall(BundlesInterface.Uninstall)
  case verify(BundlesInterface.Verify)
  case reload(DaemonInterface.Reload)
  case reexec(DaemonInterface.Reexec)

  /// Reads a call that ``Varlink/Service/route(_:)`` dispatched.
  /// - Throws: ``Varlink/ServiceError/invalidParameter(_:)``, ``Varlink/ServiceError/expectedMore``, or
  ///   ``Varlink/ServiceError/methodNotImplemented(_:)`` for a method that no case stands for.
  public init(_ call: Call) throws(ServiceError) {
    switch call.method {
    case AppsInterface.List.method: self = .list(try call.parameters())
    case AppsInterface.Status.method: self = .status(try call.parameters())
    case AppsInterface.Launch.method: self = .launch(try call.launch())
    case AppsInterface.Open.method: self = .open(try call.open())
    case AppsInterface.Activate.method: self = .activate(try call.change())
    case AppsInterface.Quit.method: self = .quit(try call.change())
    case AppsInterface.Terminate.method: self = .terminate(try call.change())
    case AppsInterface.SendInput.method: self = .sendInput(try call.input())
    case AppsInterface.ListExits.method: self = .listExits(try call.parameters())
    case AppsInterface.ListAssertions.method: self = .listAssertions(try call.parameters())
    case AppsInterface.ListTasks.method: self = .listTasks(try call.parameters())
    case ScenesInterface.List.method: self = .listScenes(try call.parameters())
    case ScenesInterface.New.method: self = .newScene(try call.change())
    case ScenesInterface.Activate.method: self = .activateScene(try call.change())
    case ScenesInterface.Close.method: self = .closeScene(try call.change())
    case ScenesInterface.Discard.method: self = .discardScene(try call.change())
    case ScenesInterface.Snapshot.method: self = .snapshot(try call.parameters())
    case DeviceInterface.Home.method: self = .home(try call.change())
    case DeviceInterface.Lock.method: self = .lock(try call.change())
    case DeviceInterface.Unlock.method: self = .unlock(try call.change())
    case DeviceInterface.SetPasscode.method: self = .setPasscode(try call.parameters())
    case DeviceInterface.Call.method: self = .call(try call.change())
    case DeviceInterface.Alert.method: self = .alert(try call.change())
    case DeviceInterface.Overlay.method: self = .overlay(try call.change())
    case DeviceInterface.Banner.method: self = .banner(try call.parameters())
    case DeviceInterface.Notify.method: self = .notify(try call.change())
    case EventsInterface.Push.method: self = .push(try call.push())
    case EventsInterface.Fetch.method: self = .fetch(try call.change())
    case EventsInterface.Location.method: self = .location(try call.location())
    case EventsInterface.Accessory.method: self = .accessory(try call.named(\EventsInterface.Accessory.name))
    case EventsInterface.Bluetooth.method: self = .bluetooth(try call.named(\EventsInterface.Bluetooth.name))
    case NotificationsInterface.List.method: self = .listNotifications(try call.parameters())
    case NotificationsInterface.Open.method: self = .openNotification(try call.change())
    case NotificationsInterface.Dismiss.method: self = .dismissNotification(try call.change())
    case MemoryInterface.Get.method: self = .getMemory(try call.parameters())
    case MemoryInterface.Warn.method: self = .warnOfMemory(try call.change())
    case MemoryInterface.Pressure.method: self = .pressMemory(try call.pressure())
    case MemoryInterface.SetBudget.method: self = .setMemoryBudget(try call.budget())
    case ReportsInterface.List.method: self = .listReports(try call.parameters())
    case ReportsInterface.Read.method: self = .readReport(try call.parameters())
    case MonitorInterface.Watch.method: self = .watch(try call.streamed())
    case BundlesInterface.GetDirectories.method: self = .getDirectories(try call.parameters())
    case BundlesInterface.Install.method: self = .install(try call.parameters())
    case BundlesInterface.Uninstall.method: self = .uninstall(try call.parameters())
    case BundlesInterface.Verify.method: self = .verify(try call.parameters())
    case DaemonInterface.GetVersion.method: self = .getVersion(try call.parameters())
    case DaemonInterface.Reload.method: self = .reload(try call.parameters())
    case DaemonInterface.Reexec.method: self = .reexec(try call.parameters())
    default: throw .methodNotImplemented(call.method)
    }
  }
}

extension Call {
  /// A day is longer than any change can take, and keeps every sum of times far from overflow.
  private static let longestTimeout: Int64 = 86_400_000

  fileprivate func change<Request: ChangeRequest>() throws(ServiceError) -> Request {
    let request: Request = try parameters()
    guard (0...Self.longestTimeout).contains(request.timeout ?? 0) else { throw .invalidParameter("timeout") }
    return request
  }

  fileprivate func streamed<Request: StreamRequest>() throws(ServiceError) -> Request {
    guard wantsMore else { throw .expectedMore }
    return try parameters()
  }

  fileprivate func launch() throws(ServiceError) -> AppsInterface.Launch {
    var request: AppsInterface.Launch = try change()
    guard let activity = request.activity else { return request }
    guard let line = UserActivityText.compact(activity) else { throw .invalidParameter("activity") }
    request.activity = line
    return request
  }

  fileprivate func pressure() throws(ServiceError) -> MemoryInterface.Pressure {
    let request: MemoryInterface.Pressure = try change()
    guard request.free ?? 0 >= 0 else { throw .invalidParameter("free") }
    return request
  }

  fileprivate func budget() throws(ServiceError) -> MemoryInterface.SetBudget {
    let request: MemoryInterface.SetBudget = try change()
    guard request.budget ?? 0 >= 0 else { throw .invalidParameter("budget") }
    return request
  }

  /// Who opens a URL is found by its scheme.
  fileprivate func open() throws(ServiceError) -> AppsInterface.Open {
    let request: AppsInterface.Open = try change()
    guard URLScheme(of: request.url) != nil else { throw .invalidParameter("url") }
    return request
  }

  fileprivate func push() throws(ServiceError) -> EventsInterface.Push {
    let request: EventsInterface.Push = try change()
    guard (try? Push(request.payload, isSilent: request.silent ?? false)) != nil else {
      throw .invalidParameter("payload")
    }
    return request
  }

  fileprivate func location() throws(ServiceError) -> EventsInterface.Location {
    let request: EventsInterface.Location = try change()
    typealias Location = EventsInterface.Location
    guard Location.latitudes.contains(request.latitude) else { throw .invalidParameter("latitude") }
    guard Location.longitudes.contains(request.longitude) else { throw .invalidParameter("longitude") }
    return request
  }

  fileprivate func named<Request: ChangeRequest>(_ name: KeyPath<Request, String>) throws(ServiceError) -> Request {
    let request: Request = try change()
    guard DeviceName.fits(request[keyPath: name]) else { throw .invalidParameter("name") }
    return request
  }

  /// The text becomes part of a line on an app's channel, so only a JSON object may pass, without its line breaks.
  fileprivate func input() throws(ServiceError) -> AppsInterface.SendInput {
    var request: AppsInterface.SendInput = try change()
    guard let value = try? JSON(parsing: request.input), case .object = value else { throw .invalidParameter("input") }
    request.input.unicodeScalars.removeAll { $0 == "\n" || $0 == "\r" }
    return request
  }
}
