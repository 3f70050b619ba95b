// Hears out an app that reads no events any more: it may have said before that it crashes, or have answered.
import Linux
import Systemd

extension AppChannel {
  /// Its hang-up comes after all that it has said by now, in turns of the loop: the event that it does not read may be one effect of
  /// several.
  func hearOut() {
    isReadOnly = true
    forgetLines()
    hearLater(nil, .reply)
  }

  private func hearLater(_ left: Int?, _ priority: EventPriority) {
    do throws(SystemCallError) {
      try loop.post(priority: priority) { [weak self] in self?.hear(left) }
    } catch {
      if !isClosed { hangUp() }
    }
  }

  private func hear(_ left: Int?) {
    guard !isDeferred else {
      isUnheard = true
      return
    }
    let left = drain(left)
    if left > 0 { return hearLater(left, .request) }
    // The end of what it has said may have done so.
    if !isClosed { hangUp() }
  }
}
