// Looks at what each app uses of the machine, for somebody who has asked: others have the loop between some apps and the next.
import Processes
import Systemd

extension Supervisor {
  /// Nanoseconds in which some apps are looked at before others have the loop. Forty apps of fifty processes take 20 ms, and a
  /// thousand that sleep as much.
  private static let pieceOfLooks: UInt64 = 2_000_000

  /// - Parameters:
  ///   - look: is called with each app's process that is there by then, and the time for its looks.
  ///   - then: is called when all of them were looked at, at once where that takes no longer than a piece.
  func lookAtEach(_ look: @escaping (LiveProcess, MeasuringTime) -> Void, then: @escaping () -> Void) {
    let time = runtime.measuring.ofOneList()
    var left = processes.all.map(\.serial)
    loop.lists.takePieces { [unowned self] in
      let end = monotonicNow() + Self.pieceOfLooks
      runtime.measuring.inOneTurn {
        while monotonicNow() < end, let serial = left.popLast() { processes[serial].map { look($0, time) } }
      }
      if left.isEmpty { then() }
      return !left.isEmpty
    }
  }
}
