// The past of an app whose output goes to a file: a file keeps no times, but the daemon notes when it has seen it grow.
import ControlAPI

/// Pieces of the output and the steps of the app's life, in their order.
struct PastOutput {
  enum Piece {
    /// Bytes of a file that the app had written by a time, in nanoseconds since 1970.
    case text(Range<Int64>, isBefore: Bool, until: Int64)
    case step(LifeStep)
  }

  private(set) var pieces: [Piece] = []

  /// - Parameters:
  ///   - app: whose it is.
  ///   - length: of the file.
  ///   - before: the length of the part that came before it, which is another file; 0 where there is none.
  ///   - life: the oldest first.
  init(
    of app: String, length: Int64, before: Int64, life: [LifeStep], _ past: ReadHistory?
  ) {
    let now = past.map { $0.end + $0.calendar } ?? CalendarTime.now
    let looks = (past?.entries ?? []).filter { $0.kind == .output && $0.app == app }
      .map { (time: $0.time + (past?.calendar ?? 0), length: $0.value ?? 0) }
    // The file was put aside, or emptied, where it has become shorter: what is older than the last time is lost.
    let cuts = looks.indices.dropFirst().filter { looks[$0].length < looks[$0 - 1].length }
    let current = looks[(cuts.last ?? 0)...]
    let earlier = cuts.last.map { looks[(cuts.dropLast().last ?? 0)..<$0] } ?? []
    var life = life[...]
    if before > 0 {
      // It begins where the newest part of what was taken away begins.
      let lost = max(0, (earlier.last?.length ?? before) - before)
      let until = current.first?.time ?? now
      add(
        earlier.map { ($0.time, max(0, $0.length - lost)) } + [(until, before)], isBefore: true, upTo: before, &life)
    }
    add(current.map { ($0.time, $0.length) } + [(now, length)], isBefore: false, upTo: length, &life)
    pieces += life.map(Piece.step)
  }

  /// Between two looks a step in which the app falls silent comes after its text, and any other one before it.
  private mutating func add(
    _ looks: [(time: Int64, length: Int64)], isBefore: Bool, upTo length: Int64, _ life: inout ArraySlice<LifeStep>
  ) {
    var start: Int64 = 0
    for look in looks {
      let end = min(look.length, length)
      guard end > start else { continue }
      let steps = life.prefix { $0.time <= look.time }
      life = life.dropFirst(steps.count)
      let rests = steps.reversed().prefix { $0.isRest }.count
      pieces += steps.dropLast(rests).map(Piece.step)
      pieces.append(.text(start..<end, isBefore: isBefore, until: look.time))
      pieces += steps.suffix(rests).map(Piece.step)
      start = end
    }
  }

  /// Without what is older than `time`.
  mutating func drop(before time: Int64) {
    pieces.removeAll { piece in
      switch piece {
      case .text(_, _, let until): until < time
      case .step(let step): step.time < time
      }
    }
  }
}
