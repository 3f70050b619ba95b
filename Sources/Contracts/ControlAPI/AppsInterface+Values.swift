// Adds conversions to the generated types of org.roost.Apps.
public import AgentProtocol

extension AppStatus: Identifiable {}

extension AppsInterface.Element {
  public init(_ element: ScreenElement) {
    self.init(
      kind: element.kind, label: element.label, identifier: element.identifier, value: element.value,
      traits: element.traits, x: element.x, y: element.y, width: element.width, height: element.height)
  }
}

extension AppsInterface.Open.Reply {
  public init(app: String, _ running: AppsInterface.Running) {
    self.init(app: app, pid: running.pid, state: running.state)
  }
}
