// An app and its debugger: the wait for one before the first instruction, and the clocks that stand still beside one (DB).

/// A process that traces an app (ptrace(2)).
public struct Debugger: Hashable, Codable, Sendable {
  public let pid: Int32
  /// As the kernel knows it, for people to read (/proc/PID/comm).
  public let name: String

  public init(pid: Int32, name: String) {
    self.pid = pid
    self.name = name
  }
}

/// Whether somebody debugs an app.
public enum Debugging: Hashable, Codable, Sendable {
  case none
  /// DB1: it is stopped before its first instruction, until a debugger attaches or somebody continues it.
  case awaited
  case attached(Debugger)
}

extension AppProcess {
  /// DB1, DB2, DB3: whether no deadline counts, and nothing suspends it.
  public var isDebugged: Bool { debugging != .none }

  /// Somebody traces it, or with nil nobody any more.
  mutating func traced(by debugger: Debugger?, _ turn: inout Turn) {
    if let order {
      // It waits for its stop, and this comes in the place of that.
      if phase == .freezing, debugger != nil { kill(order.silently, &turn) }
      return
    }
    switch (debugging, debugger) {
    case (.none, nil), (.awaited, nil): break
    case (.attached(let known), nil): detached(known, &turn)
    case (.none, let debugger?), (.awaited, let debugger?): attached(debugger, &turn)
    case (.attached(let known), let debugger?): if known != debugger { debugging = .attached(debugger) }
    }
  }

  private mutating func attached(_ debugger: Debugger, _ turn: inout Turn) {
    debugging = .attached(debugger)
    deadlines.hold(&turn)
    turn.report(
      .notice(
        app,
        "\(debugger.name) (pid \(debugger.pid)) is attached to \(app): its deadlines stand still, and it is not suspended"
      ))
    switch phase {
    // Some of it may be stopped already: a debugger is found by any look, and not by the one before the stop alone.
    case .freezing: thaw(&turn)
    // It stays stopped until the debugger continues it, which the seal would hinder.
    case .resting(.suspended): turn.emit(.unseal(serial))
    case .greeting, .launching, .resting, .calling, .leaving, .killed: break
    }
  }

  private mutating func detached(_ debugger: Debugger, _ turn: inout Turn) {
    endDebugging(&turn)
    turn.report(
      .notice(app, "\(debugger.name) (pid \(debugger.pid)) has left \(app): each deadline has its whole time again"))
    switch phase {
    case .resting(.suspended):
      move(to: .freezing, &turn)
      turn.emit(.freeze(serial))
    // One that was stopped when the debugger came is stopped again by the kernel when it goes (ptrace(2), “Attaching
    // and detaching”).
    case .greeting, .launching, .resting, .calling, .leaving: turn.emit(.thaw(serial))
    case .freezing, .killed: break
    }
  }

  /// DB1: it runs, though nobody has seen a debugger.
  mutating func endWaitForDebugger(_ turn: inout Turn) {
    if debugging == .awaited { endDebugging(&turn) }
  }

  /// DB2: an app that is told to end has its time for that, and no more.
  mutating func stopDebugging(on order: EndOrder, _ turn: inout Turn) {
    switch debugging {
    case .none: break
    // It would hear of it only after main's first line.
    case .awaited:
      endDebugging(&turn)
      kill(order.silently, &turn)
    case .attached: endDebugging(&turn)
    }
  }

  private mutating func endDebugging(_ turn: inout Turn) {
    debugging = .none
    renewErrands()
    restartWakes(&turn)
    deadlines.release(&turn)
  }
}
