// Keeps in order what apps are told, where an answer to one has to wait for the disk.
import LifecycleModel

/// PR2: an app has its answer before it is told what comes of that.
final class AnswersInOrder {
  private struct Word {
    let isAnswer: Bool
    let say: () -> Void
  }

  /// Of each process the first is an answer.
  private var waiting: [ProcessSerial: [Word]] = [:]

  func hasWaiting(for serial: ProcessSerial) -> Bool { !waiting.isEmpty && waiting[serial] != nil }

  func hold(for serial: ProcessSerial, answer say: @escaping () -> Void) {
    waiting[serial, default: []].append(Word(isAnswer: true, say: say))
  }

  /// Behind the answers that wait, of which there is one.
  func hold(for serial: ProcessSerial, event say: @escaping () -> Void) {
    waiting[serial]?.append(Word(isAnswer: false, say: say))
  }

  /// For a next daemon, which finds all that the answers tell.
  func giveAll() { for serial in waiting.keys { while hasWaiting(for: serial) { giveFirst(to: serial) } } }

  /// Gives the first answer, of which the disk has all, and the events behind it.
  func giveFirst(to serial: ProcessSerial) {
    var isFirst = true
    while let word = waiting[serial]?.first, word.isAnswer == isFirst {
      isFirst = false
      word.say()
      waiting[serial]?.removeFirst()
    }
    if waiting[serial]?.isEmpty == true { waiting[serial] = nil }
  }
}
