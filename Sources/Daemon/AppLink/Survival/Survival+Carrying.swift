// The logs that led to a checkpoint go: not before all that they alone would tell the stores is in another place.
import Linux

/// The file in `RUNTIME/state` that has what the stores could not write, in the place of the logs that told them.
package nonisolated struct CarriedState: Sendable {
  private let folder: StateFolder
  private let era: String
  /// That of the daemon before, where this one has begun another.
  private let eraBefore: String?

  init(in folder: StateFolder, era: String, before: String?) {
    self.folder = folder
    self.era = era
    eraBefore = before
  }

  package var path: String { folder.path + "/unwritten" }

  /// The name of what is written when the checkpoint `number` is whole.
  func name(with number: UInt64) -> String { "\(era) \(number)" }

  /// Whether what has that name is needed still. Files before a later checkpoint went once all was on disk, or once a later file
  /// of this kind was there; while there is an earlier one, its logs tell the stores the same again.
  package func isOwed(_ name: String) -> Bool {
    let words = name.split(separator: " ")
    guard words.count == 2, words[0] == era || words[0] == eraBefore ?? era, let number = UInt64(words[1]),
      let oldest = folder.numbers(of: .checkpoint).first
    else { return false }
    return oldest <= number
  }
}

extension Survival {
  /// Has the stores write what is not on disk to `path`; `then` hears whether they have.
  package typealias Carry =
    @MainActor (
      _ path: String, _ name: String, _ then: @escaping @MainActor @Sendable (_ isCarried: Bool) -> Void
    ) -> Void

  /// Calls back with whether everything that the stores were told until now is on disk.
  package typealias Flush =
    @MainActor @Sendable (_ then: @escaping @MainActor @Sendable (_ isOnDisk: Bool) -> Void) -> Void

  /// Logs that the stores may be behind by: a disk that is full for days does not fill the runtime directory.
  static let mostLogs = 16
  /// Bytes of them and of their checkpoint: both grow with the apps.
  static let mostBytes: Int64 = 16 << 20

  package var carried: CarriedState { CarriedState(in: folder, era: era, before: eraBefore) }

  /// The files that led to a checkpoint are needed no more, once all that they tell the stores is on disk. While the disk
  /// is full the next daemon begins with the oldest of them, and tells the stores again.
  func forget(before number: UInt64, isOnDisk: Bool) {
    if awaited == number { awaited = nil }
    // Where a later one has taken its place, an earlier one alone leads to the logs that the stores may be behind by.
    guard folder.has(.checkpoint, number) else { return }
    guard !isOnDisk else { return folder.remove(before: number) }
    guard carrying == nil, isTooMuch(before: number) else { return }
    // Where there is no space for what they tell, logs of many bytes stay until they are too many, or the next cannot be begun.
    giveUpFiles(before: number, isFull: areTooMany)
  }

  private var areTooMany: Bool { folder.numbers(of: .log).count > Self.mostLogs }

  /// Also where some lead nowhere: the daemon's memory alone has what they would tell the stores.
  private func isTooMuch(before number: UInt64) -> Bool {
    if let oldest = folder.numbers(of: .checkpoint).first, oldest < base { return true }
    return areTooMany || folder.size(before: number) > Self.mostBytes
  }

  /// Of those that an earlier daemon of this boot has left; nil where none can be read. To be asked when ``base`` is set: that one has
  /// been read already.
  var newestCheckpoint: UInt64? {
    folder.numbers(of: .checkpoint).last { number in
      if number == base { return true }
      guard let file = folder.read(.checkpoint, number) else { return false }
      return (try? Anchor(body: StateFormat.head(of: file).body))?.boot == boot
    }
  }

  /// - Parameter isFull: whether the files go also where there is no space for what they tell.
  private func giveUpFiles(before number: UInt64, isFull: Bool) {
    carrying = number
    let (path, name) = (carried.path, carried.name(with: number))
    carry(path, name) { [weak self] isCarried in
      guard let self else { return }
      carrying = nil
      guard isCarried || isFull else { return }
      folder.remove(before: number)
      // Where there was no space for it, the logs have made room.
      if !isCarried { carry(path, name) { _ in } }
    }
  }

  /// When a log or a checkpoint could not be written: the next attempt may need the space of those that the newest whole
  /// checkpoint makes needless.
  ///
  /// - Parameter isFull: whether there was no space even for an empty log.
  func makeRoom(isFull: Bool) {
    guard let number = lastWhole, let flush else { return }
    flush { [weak self] isOnDisk in
      guard let self, folder.has(.checkpoint, number) else { return }
      if isOnDisk { return folder.remove(before: number) }
      // While the log lacks records, nothing else tells the next daemon what the stores have not written.
      let isOlder = folder.numbers(of: .log).first.map { $0 < number } ?? false
      guard carrying == nil, isOlder || !isWhole else { return }
      giveUpFiles(before: number, isFull: isFull)
    }
  }

  /// Between the oldest checkpoint that is needed and the newest, the logs lead on without any other.
  func dropCheckpoints(before number: UInt64) {
    let between = folder.numbers(of: .checkpoint).filter { $0 >= base && $0 < number }.dropFirst()
    for checkpoint in between where checkpoint != awaited && checkpoint != carrying {
      try? Sys.unlink(folder.path(of: .checkpoint, checkpoint))
    }
  }
}
