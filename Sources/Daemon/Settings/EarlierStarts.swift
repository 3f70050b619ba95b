// The starts of the daemon that came to nothing, in a row, and what the next one does without because of them.

/// The starts before this one that did not get as far as serving. A start that crashes is not to be followed by starts
/// that do the same and crash, until the service manager gives up.
package nonisolated struct EarlierStarts: Equatable, Sendable {
  /// What a start is busy with: the daemon's last state, a store, or what is left.
  package enum Stage: String, CaseIterable, Sendable {
    case state, exits, sessions, facts, tasks, notifications, transfers, rest
  }

  /// How many.
  package var count: Int
  /// Where the last of them ended.
  package var stage: Stage
  /// How many of them, the last ones, ended there.
  package var atStage: Int
  /// How many of those, the last ones, crashed. One that was killed says little about what it read.
  package var crashes: Int

  /// The store that one of them has put aside, until one serves.
  package var aside: Aside?

  /// A store that was put aside, and when, in nanoseconds since 1970, as its file's name says.
  package struct Aside: Equatable, Sendable {
    package let stage: Stage
    package let time: Int64

    package init(stage: Stage, time: Int64) {
      self.stage = stage
      self.time = time
    }
  }

  package static let none = EarlierStarts(count: 0, stage: .state, atStage: 0)

  package init(count: Int, stage: Stage, atStage: Int, crashes: Int = 0, aside: Aside? = nil) {
    self.count = count
    self.stage = stage
    self.atStage = atStage
    self.crashes = crashes
    self.aside = aside
  }

  /// How long from now the daemon connects to the broker of pushes. A broker may send, again and again, what ends it.
  package var brokerPause: Duration { count > 0 ? .seconds(60) : .zero }

  /// What this start does without: what two in a row have crashed at, or what many have been killed at, as the kernel
  /// does with a process that takes all memory. A user, a service manager or a power cut kills by chance, even twice at
  /// one place, and what is kept is dear. A store is not left out again while it is, nor when that was of no use.
  package var leftOut: Stage? {
    switch stage {
    case .rest: nil
    case .state: crashes >= 2 || atStage >= Self.killsThatTell ? .state : nil
    case .exits, .sessions, .facts, .tasks, .notifications, .transfers:
      (crashes == 2 || atStage == Self.killsThatTell && crashes == 0) && aside == nil ? stage : nil
    }
  }

  /// Systemd starts the daemon 50 times in 10 s at most (config/systemd/roostd.service).
  package static let killsThatTell = 20

  /// The store that this start takes back, since without it the last one has ended at the same place.
  package var takenBack: Aside? { aside?.stage == stage ? aside : nil }

  /// As the next start finds them, should this one end at `stage`.
  ///
  /// - Parameter time: when this start puts aside what it leaves out.
  package func ending(at stage: Stage, time: Int64) -> EarlierStarts {
    let newly = leftOut.flatMap { $0 == .state ? nil : Aside(stage: $0, time: time) }
    let isSame = stage == self.stage
    return EarlierStarts(
      count: min(count, Self.most) + 1, stage: stage, atStage: isSame ? min(atStage, Self.most) + 1 : 1,
      crashes: isSame ? crashes : 0, aside: newly ?? (takenBack == nil ? aside : nil))
  }

  /// The same, with how the last of them ended.
  package func ended(byCrash isCrash: Bool) -> EarlierStarts {
    var starts = self
    starts.crashes = isCrash ? min(crashes + 1, atStage) : 0
    return starts
  }

  private static let most = 1000

  // MARK: The file

  /// A line of four words, or of six.
  package var text: String {
    "\(count) \(stage.rawValue) \(atStage) \(crashes)" + (aside.map { " \($0.stage.rawValue) \($0.time)" } ?? "") + "\n"
  }

  /// Nil for what is no such line: somebody else's file tells of no start.
  package init?(text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 4 || words.count == 6, let count = Int(words[0]), let stage = Stage(rawValue: words[1]),
      let atStage = Int(words[2]), atStage > 0, atStage <= count, count <= Self.most + 1,
      let crashes = Int(words[3]), (0...atStage).contains(crashes)
    else { return nil }
    self.init(count: count, stage: stage, atStage: atStage, crashes: crashes)
    guard words.count == 6 else { return }
    guard let stage = Stage(rawValue: words[4]), let time = Int64(words[5]), time > 0 else { return nil }
    aside = Aside(stage: stage, time: time)
  }
}
