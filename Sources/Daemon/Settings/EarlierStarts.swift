// The starts of the daemon that came to nothing, in a row, and what the next one does without because of them.

/// The starts before this one that did not get as far as serving. A start that crashes is not to be followed by starts
/// that do the same and crash, until the service manager gives up.
package nonisolated struct EarlierStarts: Equatable, Sendable {
  /// What a start is busy with: the daemon's last state, a store, or what is left.
  package enum Stage: String, CaseIterable, Sendable {
    case state, exits, sessions, facts, tasks, notifications, rest
  }

  /// How many.
  package var count: Int
  /// Where the last of them ended.
  package var stage: Stage
  /// How many of them, the last ones, ended there.
  package var atStage: Int

  package static let none = EarlierStarts(count: 0, stage: .state, atStage: 0)

  package init(count: Int, stage: Stage, atStage: Int) {
    self.count = count
    self.stage = stage
    self.atStage = atStage
  }

  /// How long from now the daemon connects to the broker of pushes. A broker may send, again and again, what ends it.
  package var brokerPause: Duration { count > 0 ? .seconds(60) : .zero }

  /// What this start does without: what two have ended at. One may have been killed there by chance, and what is kept is
  /// dear.
  package var leftOut: Stage? { atStage > 1 && stage != .rest ? stage : nil }

  /// As the next start finds them, should this one end at `stage`.
  package func ending(at stage: Stage) -> EarlierStarts {
    EarlierStarts(
      count: min(count, Self.most) + 1, stage: stage,
      atStage: stage == self.stage ? min(atStage, Self.most) + 1 : 1)
  }

  private static let most = 1000

  // MARK: The file

  /// A line of three words.
  package var text: String { "\(count) \(stage.rawValue) \(atStage)\n" }

  /// Nil for what is no such line: somebody else's file tells of no start.
  package init?(text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 3, let count = Int(words[0]), let stage = Stage(rawValue: words[1]),
      let atStage = Int(words[2]), atStage > 0, atStage <= count, count <= Self.most + 1
    else { return nil }
    self.init(count: count, stage: stage, atStage: atStage)
  }
}
