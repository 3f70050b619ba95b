// The logs that led to a checkpoint go: not before all that they alone would tell the stores is in another place.

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

  /// Logs of a megabyte that the stores may be behind by: a disk that is full for days does not fill the runtime directory.
  static let mostLogs = 16

  package var carried: CarriedState { CarriedState(in: folder, era: era, before: eraBefore) }

  /// The files that led to a checkpoint are needed no more, once all that they tell the stores is on disk. While the disk
  /// is full the next daemon begins with the oldest of them, and tells the stores again.
  func forget(before number: UInt64, isOnDisk: Bool) {
    guard !isOnDisk else { return folder.remove(before: number) }
    guard !isCarrying, folder.numbers(of: .log).count > Self.mostLogs else { return }
    isCarrying = true
    let (path, name) = (carried.path, carried.name(with: number))
    carry(path, name) { [weak self] isCarried in
      guard let self else { return }
      isCarrying = false
      folder.remove(before: number)
      // Where there was no space for it, the logs have made room.
      if !isCarried { carry(path, name) { _ in } }
    }
  }
}
