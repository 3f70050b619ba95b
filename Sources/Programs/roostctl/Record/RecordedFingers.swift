// Input events as the commands of a user's fingers: a touch and its end are one tap or one swipe.
import AgentProtocol
import WireJSON

struct RecordedFingers {
  /// Where the finger touched, of the gesture that goes on.
  private var start: UserInput.Touch?

  mutating func words(for app: String, input text: String) -> RecordedWords {
    guard let json = try? JSON(parsing: text), let input = try? UserInput(json) else {
      return .command(["input", app, text])
    }
    switch input {
    case .text(let typed) where !typed.looksLikeOption: return .command(["type", app, typed])
    case .presses(let presses) where presses.count == 1 && !presses[0].key.looksLikeOption:
      // The command's one press is both.
      return presses[0].phase == .ended ? .nothing : .command(["press", app, presses[0].key])
    case .motion(phase: nil): return .command(["shake", app])
    // The commands touch the app's front scene.
    case .touches(let touches, let time, scene: nil) where touches.count == 1:
      return gesture(touches[0], time ?? 0, app)
    case .text, .presses, .motion, .touches: return .command(["input", app, text])
    // Looks at the screen, which change nothing.
    case .elements, .picture: return .nothing
    }
  }

  /// The nearest that a person would say: farther than a finger is wide it is a swipe.
  private mutating func gesture(_ touch: UserInput.Touch, _ time: Double, _ app: String) -> RecordedWords {
    switch touch.phase {
    case .began:
      start = touch
      return .nothing
    case .moved, .stationary: return .nothing
    case .cancelled:
      start = nil
      return .nothing
    case .ended: break
    }
    guard let start else { return .nothing }
    self.start = nil
    let (across, along) = (touch.x - start.x, touch.y - start.y)
    let point = "\(Int(start.x.rounded())),\(Int(start.y.rounded()))"
    guard max(abs(across), abs(along)) > 20 else {
      return .command(["tap", app, "--at", point] + (time >= 0.4 ? ["--hold", "\(time)"] : []))
    }
    let direction =
      abs(across) > abs(along) ? (across < 0 ? "left" : "right") : (along < 0 ? "up" : "down")
    let distance = Int(max(abs(across), abs(along)).rounded())
    return .command(["swipe", app, direction, "--from", point, "--by", "\(distance)"])
  }
}
