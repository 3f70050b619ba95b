// The control socket that a socket unit has made (systemd.socket(5)), or the program before, in place of one's own.
import Foundation
import Glibc
import Linux
import Systemd
import TestFolders
import Testing

@testable import VarlinkServer

@MainActor
@Suite struct ControlSocketTests {
  let folder: TestFolder
  init() throws { folder = try TestFolder() }

  /// The socket that the service manager would hand over: bound, perhaps listening, its path `folder`/there.
  private func handedOver(at path: String? = nil, listens: Bool = true, mode: mode_t = 0o600) throws -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let there = path ?? folder.path + "/there"
    let bound = withAddress(there) { bind(descriptor, $0, $1) }
    try #require(bound == 0 && chmod(there, mode) == 0)
    if listens { try #require(listen(descriptor, 8) == 0) }
    return descriptor
  }

  @Test("A socket of the service manager's is served where it is, and stays when the daemon goes")
  func inherited() throws {
    let served = try ControlSocket(runtimeDirectory: folder.path, group: nil, inherited: handedOver())
    #expect(served.path == folder.path + "/there")
    #expect(!folder.exists("control"))
    let loop = try EventLoop()
    var clients: [CInt] = []
    try served.listen(loop, complain: { _ in }) { clients.append($0.socket.descriptor) }
    let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { for descriptor in clients + [client] { close(descriptor) } }
    try #require(withAddress(served.path) { connect(client, $0, $1) } == 0)
    try loop.runOnce(timeout: .seconds(60))
    #expect(clients.count == 1)
    served.stop()
    #expect(folder.exists("there"))
  }

  @Test("Two daemons do not serve one runtime directory, whoever made their sockets")
  func locked() throws {
    let first = try ControlSocket(runtimeDirectory: folder.path, group: nil)
    let second = try handedOver()
    defer { close(second) }
    #expect(throws: ControlSocketError.self) {
      try ControlSocket(runtimeDirectory: folder.path, group: nil, inherited: second)
    }
    // Its apps may still be ending.
    first.stop()
    #expect(throws: ControlSocketError.self) { try ControlSocket(runtimeDirectory: folder.path, group: nil) }
    withExtendedLifetime(first) {}
  }

  @Test("A descriptor that does not listen is refused with what to put into the unit")
  func notListening() throws {
    let descriptor = try handedOver(listens: false)
    defer { close(descriptor) }
    let error = try #require(throws: ControlSocketError.self) {
      try ControlSocket(runtimeDirectory: folder.path, group: nil, inherited: descriptor)
    }
    #expect(error.description.contains("ListenStream="))
  }

  @Test("A socket that the program before has left is served on, with the clients that wait there")
  func left() throws {
    let path = folder.path + "/control"
    let left = try handedOver(at: path)
    let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    try #require(withAddress(path) { connect(client, $0, $1) } == 0)
    let served = try ControlSocket(runtimeDirectory: folder.path, group: nil, left: left)
    #expect(served.handedOn == [ControlSocket.own: left])
    let loop = try EventLoop()
    var clients: [CInt] = []
    defer { for descriptor in clients + [client] { close(descriptor) } }
    try served.listen(loop, complain: { _ in }) { clients.append($0.socket.descriptor) }
    try loop.runOnce(timeout: .seconds(60))
    #expect(clients.count == 1)
    served.stop()
    #expect(!folder.exists("control"))
  }

  @Test("Where clients find the socket no more that the program before has left, another takes its place")
  func lost() throws {
    for isMoved in [true, false] {
      let path = folder.path + "/control"
      let left = try handedOver(at: path)
      if isMoved { try #require(rename(path, folder.path + "/moved") == 0) } else { try #require(unlink(path) == 0) }
      let served = try ControlSocket(runtimeDirectory: folder.path, group: nil, left: left)
      #expect(folder.exists("control"))
      let loop = try EventLoop()
      try served.listen(loop, complain: { _ in }) { _ in }
      let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
      defer { close(client) }
      #expect(withAddress(path) { connect(client, $0, $1) } == 0)
      served.stop()
    }
  }

  @Test(
    "A member of the socket's group may command, however many groups it is in",
    .enabled(if: geteuid() == 0, "only root chooses the groups of a process"))
  func manyGroups() async {
    // In a process of its own: its user and groups change for a moment.
    await #expect(processExitsWith: .success) { try await ControlSocketTests().checkManyGroups() }
  }

  private func checkManyGroups() throws {
    let groups = (7001...7080).map { gid_t($0) }
    let descriptor = try handedOver(mode: 0o666)
    try #require(chown(folder.path + "/there", 0, 7080) == 0 && chmod(folder.path, 0o711) == 0)
    let served = try ControlSocket(runtimeDirectory: folder.path, group: nil, inherited: descriptor)
    let loop = try EventLoop()
    var clients: [CInt] = []
    try served.listen(loop, complain: { _ in }) { clients.append($0.socket.descriptor) }
    for isMember in [true, false] {
      let given = isMember ? groups : Array(groups.dropLast())
      let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
      try #require(setgroups(given.count, given) == 0 && setegid(65_534) == 0 && seteuid(65_534) == 0)
      let connected = withAddress(served.path) { connect(client, $0, $1) }
      try #require(seteuid(0) == 0 && setegid(0) == 0 && connected == 0)
      try loop.runOnce(timeout: .seconds(60))
      #expect(clients.count == (isMember ? 1 : 0))
      for descriptor in clients + [client] { close(descriptor) }
      clients = []
    }
    served.stop()
  }
}
