// Keeps in order what apps are told, where an answer to one has to wait for the disk.
import LifecycleModel

/// PR2: an app has its answer before it is told what comes of that.
final class AnswersInOrder {
  private struct Word {
    /// Of an answer, by which the disk's word about it is found.
    let number: Int?
    let say: () -> Void
  }

  /// The words of one process, the first of which is an answer.
  private struct Words {
    var all: [Word] = []
    /// How many of them have been said.
    var said = 0
    /// How many of the others are answers.
    var answers = 0

    var first: Word? { said < all.count ? all[said] : nil }
  }

  private var waiting: [ProcessSerial: Words] = [:]
  /// The number of the last answer that was held.
  private var last = 0
  private var isSettling = false

  var isEmpty: Bool { waiting.isEmpty }

  func hasWaiting(for serial: ProcessSerial) -> Bool { !waiting.isEmpty && waiting[serial] != nil }

  /// How many answers to a process wait.
  func answers(to serial: ProcessSerial) -> Int { waiting[serial]?.answers ?? 0 }

  func hold(for serial: ProcessSerial, answer say: @escaping () -> Void) {
    last += 1
    waiting[serial, default: Words()].all.append(Word(number: last, say: say))
    waiting[serial]?.answers += 1
  }

  /// Behind the answers that wait, of which there is one.
  func hold(for serial: ProcessSerial, event say: @escaping () -> Void) {
    waiting[serial]?.all.append(Word(number: nil, say: say))
  }

  /// The number of the last answer about which the disk is to be asked now; nil while it is being asked, or where none waits.
  func beginSettling() -> Int? {
    guard !isSettling, !isEmpty else { return nil }
    isSettling = true
    return last
  }

  /// Gives the answers to this number, of which the disk has all, and the events behind them.
  func give(to number: Int) {
    isSettling = false
    for serial in waiting.keys { give(to: number, of: serial) }
  }

  /// For a next daemon, which finds all that the answers tell.
  func giveAll() { while !isEmpty { for serial in waiting.keys { give(to: last, of: serial) } } }

  private func give(to number: Int, of serial: ProcessSerial) {
    while let word = waiting[serial]?.first, word.number ?? number <= number {
      word.say()
      waiting[serial]?.said += 1
      if word.number != nil { waiting[serial]?.answers -= 1 }
    }
    if waiting[serial]?.first == nil { waiting[serial] = nil }
  }
}
