// Puts a store aside at which starts have ended, and takes it back when they end without it as well.
import Linux
import Logging
import Settings
import Stores
import SystemPackage

extension StartMarker {
  /// To be called before any store is opened.
  func moveStores(in directory: String, _ log: Logger) {
    // A start puts aside before it is busy with anything else. One that has come further has done so, or could not.
    if earlier.stage == .state, let aside = earlier.aside {
      putAside(aside.stage, in: directory, log) { () throws(Errno) in
        try StateStore.finishPuttingAside(aside.stage, in: directory, from: aside.time)
      }
    }
    if let stage = earlier.leftOut {
      putAside(stage, in: directory, log) { () throws(Errno) in
        try StateStore.putAside(stage, in: directory, now: time)
      }
    }
    if let aside = earlier.takenBack {
      takeBack(aside, in: directory, log)
      begin(.state)
    }
  }

  private func putAside(
    _ stage: EarlierStarts.Stage, in directory: String, _ log: Logger, _ move: () throws(Errno) -> String?
  ) {
    do throws(Errno) {
      guard let aside = try move() else { return }
      log.error(
        """
        roostd has put aside its \(stage.contents), at which the last starts have ended: they are in \(aside), and come \
        back by themselves if this start ends there as well
        """)
    } catch {
      log.error("unable to put aside the \(stage.contents) in \(directory): \(error); move them away")
    }
  }

  private func takeBack(_ aside: EarlierStarts.Aside, in directory: String, _ log: Logger) {
    do throws(Errno) {
      guard try StateStore.takeBack(aside.stage, in: directory, from: aside.time) else { return }
      log.notice("roostd has taken back its \(aside.stage.contents): without them it ended at the same place")
    } catch {
      log.error(
        "unable to take back the \(aside.stage.contents) in \(directory): \(error); rename their files with .broken-\(aside.time)"
      )
    }
  }
}
