// The command tree.
import ArgumentParser
import ControlAPI

struct Roostctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roostctl",
    abstract: "Control roostd: launch apps, press the device's buttons, watch state changes.",
    discussion: "Exit status: 0 done, 1 the daemon refused, 2 wrong usage, 3 no daemon answers.",
    version: ControlService.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Apps",
        subcommands: [
          AppsCommand.self, StatusCommand.self, LaunchCommand.self, OpenCommand.self, ActivateCommand.self,
          QuitCommand.self, TerminateCommand.self, EraseCommand.self,
        ]),
      CommandGroup(
        name: "Input",
        subcommands: [
          ElementsCommand.self, TapCommand.self, TypeCommand.self, SwipeCommand.self, PressCommand.self,
          ShakeCommand.self, InputCommand.self, ScreenshotCommand.self, ScreenrecordCommand.self,
        ]),
      CommandGroup(name: "Scenes", subcommands: [ScenesCommand.self, SceneCommand.self, SnapshotCommand.self]),
      CommandGroup(
        name: "Device",
        subcommands: [
          HomeCommand.self, LockCommand.self, UnlockCommand.self, PasscodeCommand.self, CallCommand.self,
          AlertCommand.self, OverlayCommand.self, BannerCommand.self, NotifyCommand.self, UICommand.self,
          AdvanceCommand.self,
        ]),
      CommandGroup(
        name: "Background events",
        subcommands: [
          PushCommand.self, FetchCommand.self, LocationCommand.self, AccessoryCommand.self, BluetoothCommand.self,
        ]),
      CommandGroup(name: "Notifications", subcommands: [NotificationsCommand.self, NotificationCommand.self]),
      CommandGroup(name: "Privacy", subcommands: [PrivacyCommand.self]),
      CommandGroup(name: "Memory", subcommands: [MemoryCommand.self]),
      CommandGroup(
        name: "Monitoring",
        subcommands: [
          ConsoleCommand.self, TopCommand.self, LogsCommand.self, MonitorCommand.self, ExitsCommand.self,
          ReportsCommand.self, ReportCommand.self,
          AssertionsCommand.self, TasksCommand.self, TimelineCommand.self, TraceCommand.self, MetricsCommand.self,
          DiagnoseCommand.self,
        ]),
      CommandGroup(
        name: "Bundles",
        subcommands: [
          NewCommand.self, ImportCommand.self, BundleCommand.self, InstallCommand.self, UninstallCommand.self,
          VerifyCommand.self, ContainerCommand.self,
        ]),
      CommandGroup(name: "Tests", subcommands: [RunCommand.self, RecordCommand.self]),
      CommandGroup(name: "Daemon", subcommands: [ReloadCommand.self, ReexecCommand.self, VersionCommand.self]),
    ])
}
