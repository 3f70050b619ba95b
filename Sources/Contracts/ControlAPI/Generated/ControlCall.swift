// Every control method as one enum, so that the server's dispatch is one exhaustive switch, made by `make generate` of the .varlink files: change those instead.
// swift-format-ignore-file
public import Varlink

/// A call of one of the control interfaces, its parameters read.
public enum ControlCall: Hashable, Sendable {
  case list(AppsInterface.List)
  case status(AppsInterface.Status)
  case icon(AppsInterface.Icon)
  case launch(AppsInterface.Launch)
  case open(AppsInterface.Open)
  case activate(AppsInterface.Activate)
  case quit(AppsInterface.Quit)
  case terminate(AppsInterface.Terminate)
  case erase(AppsInterface.Erase)
  case sendInput(AppsInterface.SendInput)
  case elements(AppsInterface.Elements)
  case picture(AppsInterface.Picture)
  case getOutput(AppsInterface.GetOutput)
  case listExits(AppsInterface.ListExits)
  case listAssertions(AppsInterface.ListAssertions)
  case listTasks(AppsInterface.ListTasks)
  case runTask(AppsInterface.RunTask)
  case expireTask(AppsInterface.ExpireTask)
  case getDirectories(BundlesInterface.GetDirectories)
  case install(BundlesInterface.Install)
  case uninstall(BundlesInterface.Uninstall)
  case verify(BundlesInterface.Verify)
  case locate(BundlesInterface.Locate)
  case getVersion(DaemonInterface.GetVersion)
  case getGaps(DaemonInterface.GetGaps)
  case reload(DaemonInterface.Reload)
  case reexec(DaemonInterface.Reexec)
  case getState(DeviceInterface.GetState)
  case home(DeviceInterface.Home)
  case lock(DeviceInterface.Lock)
  case unlock(DeviceInterface.Unlock)
  case setPasscode(DeviceInterface.SetPasscode)
  case call(DeviceInterface.Call)
  case alert(DeviceInterface.Alert)
  case overlay(DeviceInterface.Overlay)
  case banner(DeviceInterface.Banner)
  case notify(DeviceInterface.Notify)
  case advanceTime(DeviceInterface.AdvanceTime)
  case push(EventsInterface.Push)
  case fetch(EventsInterface.Fetch)
  case location(EventsInterface.Location)
  case accessory(EventsInterface.Accessory)
  case bluetooth(EventsInterface.Bluetooth)
  case readHistory(HistoryInterface.Read)
  case getExtent(HistoryInterface.GetExtent)
  case getMemory(MemoryInterface.Get)
  case warnOfMemory(MemoryInterface.Warn)
  case pressMemory(MemoryInterface.Pressure)
  case setMemoryBudget(MemoryInterface.SetBudget)
  case getMetrics(MetricsInterface.Get)
  case watch(MonitorInterface.Watch)
  case follow(MonitorInterface.Follow)
  case listNotifications(NotificationsInterface.List)
  case openNotification(NotificationsInterface.Open)
  case dismissNotification(NotificationsInterface.Dismiss)
  case listPermissions(PrivacyInterface.List)
  case setPermission(PrivacyInterface.Set)
  case listReports(ReportsInterface.List)
  case readReport(ReportsInterface.Read)
  case listScenes(ScenesInterface.List)
  case newScene(ScenesInterface.New)
  case activateScene(ScenesInterface.Activate)
  case closeScene(ScenesInterface.Close)
  case discardScene(ScenesInterface.Discard)
  case snapshot(ScenesInterface.Snapshot)

  /// Reads a call that ``Varlink/Service/route(_:)`` dispatched.
  /// - Throws: ``Varlink/ServiceError``, `methodNotImplemented` for a method that no case stands for.
  public init(_ call: Call) throws(ServiceError) {
    guard let read = Self.readers[call.method] else { throw .methodNotImplemented(call.method) }
    self = try read(call)
  }

  /// By their methods: a switch compares a call's with each of them.
  private static let readers: [String: @Sendable (Call) throws(ServiceError) -> ControlCall] = [
    AppsInterface.List.method: { call throws(ServiceError) in .list(try call.read()) },
    AppsInterface.Status.method: { call throws(ServiceError) in .status(try call.read()) },
    AppsInterface.Icon.method: { call throws(ServiceError) in .icon(try call.read()) },
    AppsInterface.Launch.method: { call throws(ServiceError) in .launch(try call.readChange()) },
    AppsInterface.Open.method: { call throws(ServiceError) in .open(try call.readChange()) },
    AppsInterface.Activate.method: { call throws(ServiceError) in .activate(try call.readChange()) },
    AppsInterface.Quit.method: { call throws(ServiceError) in .quit(try call.readChange()) },
    AppsInterface.Terminate.method: { call throws(ServiceError) in .terminate(try call.readChange()) },
    AppsInterface.Erase.method: { call throws(ServiceError) in .erase(try call.readChange()) },
    AppsInterface.SendInput.method: { call throws(ServiceError) in .sendInput(try call.readChange()) },
    AppsInterface.Elements.method: { call throws(ServiceError) in .elements(try call.readChange()) },
    AppsInterface.Picture.method: { call throws(ServiceError) in .picture(try call.readChange()) },
    AppsInterface.GetOutput.method: { call throws(ServiceError) in .getOutput(try call.read()) },
    AppsInterface.ListExits.method: { call throws(ServiceError) in .listExits(try call.read()) },
    AppsInterface.ListAssertions.method: { call throws(ServiceError) in .listAssertions(try call.read()) },
    AppsInterface.ListTasks.method: { call throws(ServiceError) in .listTasks(try call.read()) },
    AppsInterface.RunTask.method: { call throws(ServiceError) in .runTask(try call.readChange()) },
    AppsInterface.ExpireTask.method: { call throws(ServiceError) in .expireTask(try call.readChange()) },
    BundlesInterface.GetDirectories.method: { call throws(ServiceError) in .getDirectories(try call.read()) },
    BundlesInterface.Install.method: { call throws(ServiceError) in .install(try call.read()) },
    BundlesInterface.Uninstall.method: { call throws(ServiceError) in .uninstall(try call.read()) },
    BundlesInterface.Verify.method: { call throws(ServiceError) in .verify(try call.read()) },
    BundlesInterface.Locate.method: { call throws(ServiceError) in .locate(try call.read()) },
    DaemonInterface.GetVersion.method: { call throws(ServiceError) in .getVersion(try call.read()) },
    DaemonInterface.GetGaps.method: { call throws(ServiceError) in .getGaps(try call.read()) },
    DaemonInterface.Reload.method: { call throws(ServiceError) in .reload(try call.read()) },
    DaemonInterface.Reexec.method: { call throws(ServiceError) in .reexec(try call.read()) },
    DeviceInterface.GetState.method: { call throws(ServiceError) in .getState(try call.read()) },
    DeviceInterface.Home.method: { call throws(ServiceError) in .home(try call.readChange()) },
    DeviceInterface.Lock.method: { call throws(ServiceError) in .lock(try call.readChange()) },
    DeviceInterface.Unlock.method: { call throws(ServiceError) in .unlock(try call.readChange()) },
    DeviceInterface.SetPasscode.method: { call throws(ServiceError) in .setPasscode(try call.read()) },
    DeviceInterface.Call.method: { call throws(ServiceError) in .call(try call.readChange()) },
    DeviceInterface.Alert.method: { call throws(ServiceError) in .alert(try call.readChange()) },
    DeviceInterface.Overlay.method: { call throws(ServiceError) in .overlay(try call.readChange()) },
    DeviceInterface.Banner.method: { call throws(ServiceError) in .banner(try call.read()) },
    DeviceInterface.Notify.method: { call throws(ServiceError) in .notify(try call.readChange()) },
    DeviceInterface.AdvanceTime.method: { call throws(ServiceError) in .advanceTime(try call.read()) },
    EventsInterface.Push.method: { call throws(ServiceError) in .push(try call.readChange()) },
    EventsInterface.Fetch.method: { call throws(ServiceError) in .fetch(try call.readChange()) },
    EventsInterface.Location.method: { call throws(ServiceError) in .location(try call.readChange()) },
    EventsInterface.Accessory.method: { call throws(ServiceError) in .accessory(try call.readChange()) },
    EventsInterface.Bluetooth.method: { call throws(ServiceError) in .bluetooth(try call.readChange()) },
    HistoryInterface.Read.method: { call throws(ServiceError) in .readHistory(try call.read()) },
    HistoryInterface.GetExtent.method: { call throws(ServiceError) in .getExtent(try call.read()) },
    MemoryInterface.Get.method: { call throws(ServiceError) in .getMemory(try call.read()) },
    MemoryInterface.Warn.method: { call throws(ServiceError) in .warnOfMemory(try call.readChange()) },
    MemoryInterface.Pressure.method: { call throws(ServiceError) in .pressMemory(try call.readChange()) },
    MemoryInterface.SetBudget.method: { call throws(ServiceError) in .setMemoryBudget(try call.readChange()) },
    MetricsInterface.Get.method: { call throws(ServiceError) in .getMetrics(try call.read()) },
    MonitorInterface.Watch.method: { call throws(ServiceError) in .watch(try call.readStream()) },
    MonitorInterface.Follow.method: { call throws(ServiceError) in .follow(try call.readStream()) },
    NotificationsInterface.List.method: { call throws(ServiceError) in .listNotifications(try call.read()) },
    NotificationsInterface.Open.method: { call throws(ServiceError) in .openNotification(try call.readChange()) },
    NotificationsInterface.Dismiss.method: { call throws(ServiceError) in .dismissNotification(try call.readChange()) },
    PrivacyInterface.List.method: { call throws(ServiceError) in .listPermissions(try call.read()) },
    PrivacyInterface.Set.method: { call throws(ServiceError) in .setPermission(try call.readChange()) },
    ReportsInterface.List.method: { call throws(ServiceError) in .listReports(try call.read()) },
    ReportsInterface.Read.method: { call throws(ServiceError) in .readReport(try call.read()) },
    ScenesInterface.List.method: { call throws(ServiceError) in .listScenes(try call.read()) },
    ScenesInterface.New.method: { call throws(ServiceError) in .newScene(try call.readChange()) },
    ScenesInterface.Activate.method: { call throws(ServiceError) in .activateScene(try call.readChange()) },
    ScenesInterface.Close.method: { call throws(ServiceError) in .closeScene(try call.readChange()) },
    ScenesInterface.Discard.method: { call throws(ServiceError) in .discardScene(try call.readChange()) },
    ScenesInterface.Snapshot.method: { call throws(ServiceError) in .snapshot(try call.read()) },
  ]
}

extension ControlService {
  /// Every control interface.
  public static let interfaces = [
    AppsInterface.description,
    BundlesInterface.description,
    DaemonInterface.description,
    DeviceInterface.description,
    EventsInterface.description,
    HistoryInterface.description,
    MemoryInterface.description,
    MetricsInterface.description,
    MonitorInterface.description,
    NotificationsInterface.description,
    PrivacyInterface.description,
    ReportsInterface.description,
    ScenesInterface.description,
  ]
}
