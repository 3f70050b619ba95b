// One look at what all processes of an app hold, in turns of the loop: there may be a thousand, with files without number.
package import LifecycleModel
package import Linux
import SystemPackage
package import Systemd

/// Looks at open files, locks and memory. An app of a few processes is looked at before ``start()`` returns.
@MainActor package final class HoldingsLook {
  /// The loop's time for it at once, in nanoseconds. Everybody else has their turn between two of these.
  private static let turn: UInt64 = 2_000_000

  private let loop: EventLoop
  private let kernel: Kernel
  private let isMeasuring: Bool
  private var then: ((Holdings, Footprints?) -> Void)?
  private var search: HeldThings.Search
  private var processes: ArraySlice<Pidfd>
  /// Those of the first of ``processes`` that are still to be looked at; nil before they have been listed.
  private var descriptors: ArraySlice<Int32>?
  /// Nil when the memory of one could not be seen.
  private var footprints: Footprints? = Footprints()

  /// - Parameters:
  ///   - isMeasuring: whether their memory is looked at as well.
  ///   - then: is called once, with the things found, and the memory if all of it was seen.
  package init(
    at processes: [Pidfd], for things: HeldThings, isMeasuring: Bool, on loop: EventLoop, kernel: Kernel,
    then: @escaping (Holdings, Footprints?) -> Void
  ) {
    self.loop = loop
    self.kernel = kernel
    self.isMeasuring = isMeasuring
    self.then = then
    self.processes = processes[...]
    search = HeldThings.Search(for: things, at: processes.map(\.pid), kernel)
  }

  package func start() {
    let end = kernel.now() + Self.turn
    while let process = processes.first {
      look(at: process)
      guard kernel.now() >= end, !processes.isEmpty else { continue }
      do {
        return try loop.post(priority: .request) { [weak self] in self?.start() }
      } catch {
        // Without memory for a turn of the loop, the rest of it is looked at now.
        continue
      }
    }
    settle()
  }

  /// Ends it with what has been found so far.
  package func settle() {
    guard let then else { return }
    self.then = nil
    processes = []
    footprints?.files = search.files
    then(search.found, isMeasuring ? footprints : nil)
  }

  /// Looks at some open files of a process, or at the process, and goes on to the next.
  private func look(at process: Pidfd) {
    if var descriptors {
      for descriptor in descriptors.prefix(64) { search.look(at: descriptor, of: process.pid, kernel) }
      descriptors = descriptors.dropFirst(64)
      self.descriptors = descriptors
    } else {
      if isMeasuring {
        do throws(Errno) { try footprints?.measure(process, kernel: kernel) } catch { footprints = nil }
      }
      descriptors = search.list(process.pid, kernel)[...]
    }
    guard descriptors?.isEmpty == true else { return }
    processes = processes.dropFirst()
    descriptors = nil
  }
}
