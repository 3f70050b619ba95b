// Gives the service manager copies of what must not close with this daemon (`FileDescriptorStoreMax=`).
import AppLink
import Glibc
import LifecycleModel
import Linux
import Logging
import Processes
import Systemd

/// The descriptors of apps that the service manager keeps for the next daemon.
final class KeptDescriptors {
  private let survival: Survival
  private let processes: LiveProcesses
  private let log: Logger
  private var room = DescriptorRoom<ProcessSerial>()

  init(_ survival: Survival, _ processes: LiveProcesses, log: Logger) {
    self.survival = survival
    self.processes = processes
    self.log = log
  }

  /// Of a process that runs; for it those of a suspended one may have to go.
  ///
  /// - Parameter isThere: the service manager has had them already.
  func keep(_ process: LiveProcess, isThere: Bool = false) {
    guard !room.has(process.serial) else { return }
    let own = descriptors(of: process)
    let admission = room.admit(process.serial, size: Self.size(of: own.keys)) { processes[$0]?.isSuspended == false }
    for other in admission.out { if let other = processes[other] { drop(descriptors(of: other).keys) } }
    guard admission.isIn else { return isThere ? drop(own.keys) : () }
    guard !isThere else { return }
    do {
      for (name, descriptor) in own { guard try DescriptorStore.keep(descriptor, as: name) else { return } }
    } catch {
      log.warning("\(process.app) may not survive the daemon's end: \(error)")
    }
    if let loss = DescriptorStore.takeLoss() {
      log.warning("apps that were launched last may not survive the daemon's end: \(loss)")
    }
  }

  /// Of a process that has ended.
  func drop(_ process: LiveProcess) {
    guard room.has(process.serial) else { return }
    room.leave(process.serial)
    drop(descriptors(of: process).keys)
  }

  private func drop(_ names: some Collection<String>) {
    for name in names { DescriptorStore.drop(name) }
  }

  /// The same without a service manager, for a program that this process becomes: of as many as can be named, those that
  /// run first.
  func handedOn(besides others: [String: CInt]) -> [String: CInt] {
    var all = others
    var left = DescriptorRoom<ProcessSerial>.most
    for process in processes.all.filter({ !$0.isSuspended }) + processes.all.filter(\.isSuspended) {
      let own = descriptors(of: process)
      left -= Self.size(of: own.keys)
      if left < 0 { break }
      all.merge(own) { first, _ in first }
    }
    return all
  }

  /// With a comma before each, and its number.
  private static func size(of names: some Collection<String>) -> Int {
    names.reduce(0) { $0 + $1.utf8.count + ",=1000000".utf8.count }
  }

  /// By the names under which the next daemon looks for them.
  private func descriptors(of process: LiveProcess) -> [String: CInt] {
    var all = process.channel.descriptors
    all[.process] = process.child.pidfd.descriptor
    return Dictionary(uniqueKeysWithValues: all.map { (survival.name($0, of: process.serial), $1) })
  }
}
