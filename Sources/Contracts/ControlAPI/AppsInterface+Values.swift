// Adds conversions to the generated types of org.roost.Apps.

extension AppStatus: Identifiable {}

extension AppsInterface.Open.Reply {
  public init(app: String, _ running: AppsInterface.Running) {
    self.init(app: app, pid: running.pid, state: running.state)
  }
}
