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
    switch call.method {
    case AppsInterface.List.method: self = .list(try call.read())
    case AppsInterface.Status.method: self = .status(try call.read())
    case AppsInterface.Icon.method: self = .icon(try call.read())
    case AppsInterface.Launch.method: self = .launch(try call.readChange())
    case AppsInterface.Open.method: self = .open(try call.readChange())
    case AppsInterface.Activate.method: self = .activate(try call.readChange())
    case AppsInterface.Quit.method: self = .quit(try call.readChange())
    case AppsInterface.Terminate.method: self = .terminate(try call.readChange())
    case AppsInterface.Erase.method: self = .erase(try call.readChange())
    case AppsInterface.SendInput.method: self = .sendInput(try call.readChange())
    case AppsInterface.Elements.method: self = .elements(try call.readChange())
    case AppsInterface.Picture.method: self = .picture(try call.readChange())
    case AppsInterface.GetOutput.method: self = .getOutput(try call.read())
    case AppsInterface.ListExits.method: self = .listExits(try call.read())
    case AppsInterface.ListAssertions.method: self = .listAssertions(try call.read())
    case AppsInterface.ListTasks.method: self = .listTasks(try call.read())
    case AppsInterface.RunTask.method: self = .runTask(try call.readChange())
    case AppsInterface.ExpireTask.method: self = .expireTask(try call.readChange())
    case BundlesInterface.GetDirectories.method: self = .getDirectories(try call.read())
    case BundlesInterface.Install.method: self = .install(try call.read())
    case BundlesInterface.Uninstall.method: self = .uninstall(try call.read())
    case BundlesInterface.Verify.method: self = .verify(try call.read())
    case BundlesInterface.Locate.method: self = .locate(try call.read())
    case DaemonInterface.GetVersion.method: self = .getVersion(try call.read())
    case DaemonInterface.GetGaps.method: self = .getGaps(try call.read())
    case DaemonInterface.Reload.method: self = .reload(try call.read())
    case DaemonInterface.Reexec.method: self = .reexec(try call.read())
    case DeviceInterface.GetState.method: self = .getState(try call.read())
    case DeviceInterface.Home.method: self = .home(try call.readChange())
    case DeviceInterface.Lock.method: self = .lock(try call.readChange())
    case DeviceInterface.Unlock.method: self = .unlock(try call.readChange())
    case DeviceInterface.SetPasscode.method: self = .setPasscode(try call.read())
    case DeviceInterface.Call.method: self = .call(try call.readChange())
    case DeviceInterface.Alert.method: self = .alert(try call.readChange())
    case DeviceInterface.Overlay.method: self = .overlay(try call.readChange())
    case DeviceInterface.Banner.method: self = .banner(try call.read())
    case DeviceInterface.Notify.method: self = .notify(try call.readChange())
    case DeviceInterface.AdvanceTime.method: self = .advanceTime(try call.read())
    case EventsInterface.Push.method: self = .push(try call.readChange())
    case EventsInterface.Fetch.method: self = .fetch(try call.readChange())
    case EventsInterface.Location.method: self = .location(try call.readChange())
    case EventsInterface.Accessory.method: self = .accessory(try call.readChange())
    case EventsInterface.Bluetooth.method: self = .bluetooth(try call.readChange())
    case HistoryInterface.Read.method: self = .readHistory(try call.read())
    case HistoryInterface.GetExtent.method: self = .getExtent(try call.read())
    case MemoryInterface.Get.method: self = .getMemory(try call.read())
    case MemoryInterface.Warn.method: self = .warnOfMemory(try call.readChange())
    case MemoryInterface.Pressure.method: self = .pressMemory(try call.readChange())
    case MemoryInterface.SetBudget.method: self = .setMemoryBudget(try call.readChange())
    case MetricsInterface.Get.method: self = .getMetrics(try call.read())
    case MonitorInterface.Watch.method: self = .watch(try call.readStream())
    case MonitorInterface.Follow.method: self = .follow(try call.readStream())
    case NotificationsInterface.List.method: self = .listNotifications(try call.read())
    case NotificationsInterface.Open.method: self = .openNotification(try call.readChange())
    case NotificationsInterface.Dismiss.method: self = .dismissNotification(try call.readChange())
    case PrivacyInterface.List.method: self = .listPermissions(try call.read())
    case PrivacyInterface.Set.method: self = .setPermission(try call.readChange())
    case ReportsInterface.List.method: self = .listReports(try call.read())
    case ReportsInterface.Read.method: self = .readReport(try call.read())
    case ScenesInterface.List.method: self = .listScenes(try call.read())
    case ScenesInterface.New.method: self = .newScene(try call.readChange())
    case ScenesInterface.Activate.method: self = .activateScene(try call.readChange())
    case ScenesInterface.Close.method: self = .closeScene(try call.readChange())
    case ScenesInterface.Discard.method: self = .discardScene(try call.readChange())
    case ScenesInterface.Snapshot.method: self = .snapshot(try call.read())
    default: throw .methodNotImplemented(call.method)
    }
  }
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
