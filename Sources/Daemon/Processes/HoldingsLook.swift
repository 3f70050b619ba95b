// One look at what all processes of an app hold, in turns of the loop: there may be a thousand, with files without number.
import Glibc
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
  private let seesMappings: Bool
  private let heldUp: () -> Void
  private var then: ((Holdings, Footprints?) -> Void)?
  private var search: HeldThings.Search
  private var locks: LockLook?
  /// The first of them last. Each is let go of when it has been looked at: a thousand descriptors take their time to close.
  private var processes: [Pidfd]
  private var unheld: UnheldProcesses?
  /// Those of the last of ``processes``; nil before it is looked at.
  private var descriptors: DescriptorList?
  /// Of these the ones that are listed, and not yet looked at.
  private var listed: ArraySlice<Int32> = []
  /// Of the last of ``processes``, until they have been looked at.
  private var mappings: MappingList?
  /// Nil when the memory of one could not be seen.
  private var footprints: Footprints? = Footprints()

  /// - Parameters:
  ///   - unheld: more processes to look at.
  ///   - isMeasuring: whether their memory is looked at as well.
  ///   - seesMappings: whether devices are found that are mapped and no longer open. One that is stopped makes no use of
  ///     them, and the list takes the kernel as long as all the rest.
  ///   - heldUp: is called when a process was ended because it kept the look from ending.
  ///   - then: is called once, with the things found, and the memory if all of it was seen.
  package init(
    at processes: [Pidfd], and unheld: UnheldProcesses? = nil, for things: HeldThings, isMeasuring: Bool,
    seesMappings: Bool = false, limit: Int = HeldThings.limit, on loop: EventLoop, kernel: Kernel,
    heldUp: @escaping () -> Void = {}, then: @escaping (Holdings, Footprints?) -> Void
  ) {
    self.loop = loop
    self.kernel = kernel
    self.isMeasuring = isMeasuring
    self.seesMappings = seesMappings
    self.heldUp = heldUp
    self.then = then
    self.processes = processes.reversed()
    self.unheld = unheld
    search = HeldThings.Search(for: things, limit: limit)
  }

  package func start() {
    let end = kernel.now() + Self.turn
    while let process = processes.last {
      // For the links of its descriptors, and much else of it, the kernel waits until an execve(2) is over.
      CallGuard.shared.call(reading: process.pid) {
        look(at: process, until: end)
      } ended: { _ in
        heldUp()
      }
      // To take hold of a crowd is work enough for one turn.
      let isCrowd = processes.isEmpty && holdMore() && processes.count >= crowdPerTurn / 2
      guard isCrowd || kernel.now() >= end, !processes.isEmpty else { continue }
      do {
        return try loop.post(priority: .request) { [weak self, crowds = loop.crowds] in crowds.take { self?.start() } }
      } catch {
        // Without memory for a turn of the loop, the rest of it is looked at now.
        continue
      }
    }
    lookAtLocks()
  }

  private func lookAtLocks() {
    guard then != nil, !search.lockable.isEmpty else { return settle() }
    locks = LockLook(at: search.lockable, on: loop) { [weak self] found in
      self?.search.locks = found
      self?.settle()
    }
  }

  /// False when there are no more.
  private func holdMore() -> Bool {
    while processes.isEmpty, let some = unheld?.next(crowdPerTurn), !some.isEmpty {
      do throws(Errno) {
        processes = try unheld?.cgroup.hold(some).reversed() ?? []
      } catch {
        unheld = nil
        footprints = nil
      }
    }
    return !processes.isEmpty
  }

  /// Ends it with what has been found so far.
  package func settle() {
    guard let then else { return }
    self.then = nil
    // Where some were not looked at, the sum would be too small.
    if !processes.isEmpty { footprints = nil }
    processes = []
    unheld = nil
    footprints?.files = search.files
    then(search.found, isMeasuring ? footprints : nil)
  }

  /// Looks at some mappings or open files of a process, or at the process, and goes on to the next.
  private func look(at process: Pidfd, until end: UInt64) {
    if let mappings {
      look(at: mappings, until: end)
    } else if let descriptors {
      if listed.isEmpty { listed = descriptors.next()[...] }
      while let descriptor = listed.popFirst() {
        guard search.takeOne() else {
          // The others have as many places to hide a device, and their memory is all that is left to see.
          self.descriptors = nil
          listed = []
          break
        }
        search.look(at: descriptor, of: descriptors.thread)
        if kernel.now() >= end { break }
      }
      if listed.isEmpty, descriptors.isAtEnd { self.descriptors = nil }
      if self.descriptors == nil, seesMappings { mappings = search.mappings(of: descriptors.thread) }
    } else {
      if isMeasuring {
        do throws(Errno) {
          if try footprints?.measure(process, kernel: kernel) == false { return }
        } catch {
          footprints = nil
        }
      }
      descriptors = DescriptorList(of: process.pid, kernel)
      if descriptors == nil, seesMappings { mappings = search.mappings(of: process.pid) }
    }
    if descriptors == nil, mappings == nil { processes.removeLast() }
  }

  private func look(at list: MappingList, until end: UInt64) {
    while let piece = list.next(), search.takeMappings(piece.count) {
      for path in piece.paths { search.look(atMapped: path) }
      if kernel.now() >= end { return }
    }
    mappings = nil
  }
}

/// Processes of an app that its cgroup lists, and that nobody holds yet.
package struct UnheldProcesses {
  fileprivate let cgroup: AppCgroup
  private var pids: ArraySlice<pid_t>

  /// Nil when `root` is not listed: it has ended, or has moved itself elsewhere, as root can.
  package init?(below root: Pidfd, in cgroup: AppCgroup) {
    guard let listed = try? cgroup.processes(), listed.contains(root.pid) else { return nil }
    self.cgroup = cgroup
    pids = listed.filter { $0 != root.pid }[...]
  }

  fileprivate mutating func next(_ count: Int) -> ArraySlice<pid_t> {
    defer { pids = pids.dropFirst(count) }
    return pids.prefix(count)
  }
}
