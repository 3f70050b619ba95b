// Types that more than one interface declares: Varlink's texts cannot refer to each other.

enum WireTypes {
  static let app = """
    type State (notRunning, inactive, active, background, suspended)

    type Style (app, scene)

    type SceneState (unattached, foregroundInactive, foregroundActive, background)

    type Scene (session: string, state: SceneState)

    # Something that keeps an app awake in the background.
    type Assertion (app: string, id: int, kind: string, name: string)

    \(exit)
    """

  static let exit = """
    # How a process ended: time in ISO 8601 UTC, code such as "0x8badf00d",
    # footprint in bytes, cpu and elapsed in nanoseconds, callback what it was
    # doing and elapsed for how long, text the same as a sentence.
    type Exit (
      app: string,
      pid: ?int,
      time: string,
      state: State,
      namespace: string,
      code: ?string,
      reason: string,
      signal: ?int,
      status: ?int,
      footprint: int,
      cpu: int,
      callback: ?string,
      elapsed: ?int,
      text: string
    )
    """
}
