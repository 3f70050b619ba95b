// System calls about objects of System V IPC (sysvipc(7)).
import CLinux
import Glibc
package import SystemPackage

/// A segment of shared memory, a message queue or a set of semaphores, which the kernel keeps until it is removed.
package nonisolated struct IPCObject: Sendable {
  package enum Kind: CaseIterable, Sendable { case segment, queue, semaphores }

  package let kind: Kind
  /// IPC_PRIVATE (0) where it has none that others find it by.
  package let key: Int32
  /// Whether some process has a segment mapped.
  package let isAttached: Bool
  fileprivate let id: CInt
  fileprivate let owner: UInt32
}

extension IPCObject.Kind {
  fileprivate var inC: roost_ipc_kind {
    switch self {
    case .segment: ROOST_IPC_SEGMENT
    case .queue: ROOST_IPC_QUEUE
    case .semaphores: ROOST_IPC_SEMAPHORES
    }
  }

  fileprivate var call: SystemCall {
    switch self {
    case .segment: .shmctl
    case .queue: .msgctl
    case .semaphores: .semctl
    }
  }
}

extension Sys {
  /// All objects of a kind that `user` has made or owns.
  package static func ipcObjects(_ kind: IPCObject.Kind, of user: UInt32) throws(Errno) -> [IPCObject] {
    var last: CInt = -1
    try succeeded(kind.call, .nothing) { roost_ipc_highest_index(kind.inC, &last) }
    var objects: [IPCObject] = []
    var object = roost_ipc()
    for index in 0..<max(0, last + 1) where roost_ipc_look(kind.inC, index, &object) == 0 {
      guard object.owner == user || object.creator == user else { continue }
      objects.append(
        IPCObject(kind: kind, key: object.key, isAttached: object.is_attached, id: object.id, owner: user))
    }
    return objects
  }

  /// Removes it in the name of the user that it was asked for. The thread is that user's meanwhile.
  package static func remove(_ object: IPCObject) throws(Errno) {
    try succeeded(object.kind.call, .nothing) { roost_ipc_remove(object.kind.inC, object.id, object.owner) }
  }
}
