// The names that Swift code knows a member by, where the rule would give a poor or an ambiguous one.

/// The rule: a method `Home` of `org.roost.Device` is `DeviceInterface.Home` and the case `ControlCall.home`, its reply
/// is `DeviceInterface.Home.Reply`, or `Done` when it is empty; a type `T` is `DeviceInterface.T`; an error `TimedOut`
/// is the case `ControlError.timedOut`.
enum SwiftNames {
  /// Types; two interfaces that declare the same type name one Swift type.
  static let types = [
    "org.roost.Apps.App": "AppStatus",
    "org.roost.Apps.Assertion": "Assertion",
    "org.roost.Apps.Callback": "AppStatus.Callback",
    "org.roost.Apps.Deadline": "AppStatus.Deadline",
    "org.roost.Apps.Exit": "ExitRecord",
    "org.roost.Apps.HeldBack": "AppStatus.HeldBack",
    "org.roost.Apps.Need": "ScheduledTask.Need",
    "org.roost.Apps.Scene": "AppStatus.Scene",
    "org.roost.Apps.SceneState": "AppStatus.Scene.State",
    "org.roost.Apps.State": "AppStatus.State",
    "org.roost.Apps.Style": "AppStatus.Style",
    "org.roost.Apps.Debugger": "AppStatus.Debugger",
    "org.roost.Apps.Task": "ScheduledTask",
    "org.roost.Apps.TaskKind": "ScheduledTask.Kind",
    "org.roost.Device.AlertAction": "DeviceInterface.Alert.Action",
    "org.roost.Device.CallAction": "DeviceInterface.Call.Action",
    "org.roost.Device.OverlayAction": "DeviceInterface.Overlay.Action",
    "org.roost.Device.OverlayName": "DeviceInterface.Overlay.Name",
    "org.roost.Device.Service": "PrivacyInterface.Service",
    "org.roost.Memory.Level": "MemoryLevel",
    "org.roost.Monitor.Event": "MonitorEvent",
    "org.roost.Monitor.Exit": "ExitRecord",
    "org.roost.Monitor.State": "AppStatus.State",
    "org.roost.Notifications.Notification": "ShownNotification",
    "org.roost.Privacy.Permission": "PermissionEntry",
    "org.roost.Privacy.Status": "PermissionEntry.Status",
    "org.roost.Reports.Report": "ReportSummary",
    "org.roost.Scenes.Scene": "SceneStatus",
    "org.roost.Scenes.SceneState": "AppStatus.Scene.State",
  ]

  /// Replies that several methods of an interface share, within the interface.
  static let replies = [
    "org.roost.Apps.Activate": "Running",
    "org.roost.Apps.Launch": "Running",
    "org.roost.Apps.Quit": "Ended",
    "org.roost.Apps.Terminate": "Ended",
  ]

  /// Cases of ControlCall.
  static let calls = [
    "org.roost.History.Read": "readHistory",
    "org.roost.Memory.Get": "getMemory",
    "org.roost.Memory.Pressure": "pressMemory",
    "org.roost.Memory.SetBudget": "setMemoryBudget",
    "org.roost.Memory.Warn": "warnOfMemory",
    "org.roost.Metrics.Get": "getMetrics",
    "org.roost.Notifications.Dismiss": "dismissNotification",
    "org.roost.Notifications.List": "listNotifications",
    "org.roost.Notifications.Open": "openNotification",
    "org.roost.Privacy.List": "listPermissions",
    "org.roost.Privacy.Set": "setPermission",
    "org.roost.Reports.List": "listReports",
    "org.roost.Reports.Read": "readReport",
    "org.roost.Scenes.Activate": "activateScene",
    "org.roost.Scenes.Close": "closeScene",
    "org.roost.Scenes.Discard": "discardScene",
    "org.roost.Scenes.List": "listScenes",
    "org.roost.Scenes.New": "newScene",
  ]

  /// Cases of ControlError.
  static let errors = [
    "org.roost.Apps.Refused": "appRefused",
    "org.roost.Apps.TimedOut": "appTimedOut",
    "org.roost.Bundles.Refused": "bundleRefused",
    "org.roost.Device.Refused": "deviceRefused",
    "org.roost.Device.TimedOut": "deviceTimedOut",
  ]

  /// Members whose Swift types are written by hand, because an enum says better what their fields can be together.
  static let handwritten: Set = ["org.roost.Device.Notify", "org.roost.Monitor.Event", "org.roost.Monitor.EventType"]

  /// `ListExits` as `listExits`.
  static func lowercased(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
