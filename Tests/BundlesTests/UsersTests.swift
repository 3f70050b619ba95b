// The apps' user ids on disk, their names, and containers that get another owner (LA7).
import FailingCalls
import Foundation
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import TestFolders
import Testing

@testable import Bundles
@testable import Settings

private let isRoot = geteuid() == 0
private let needsRoot: Comment = "only root can give files away"

@MainActor @Suite(.timeLimit(.minutes(40))) struct UsersTests {
  let folder: TestFolder
  private let range = UserRange(70_000...70_009)

  init() throws {
    folder = try TestFolder()
    try folder.write("containers/.keep", "")
  }

  // MARK: Ids

  @Test("LA7 the ids are read as they were written, and a file that is damaged is no file without ids")
  func file() throws {
    let file = IdentityFile(stateDirectory: folder.path)
    var identities = try file.read(range)
    #expect(identities.ids.isEmpty)
    for app in ["com.example.b", "com.example.a"] { _ = identities.id(of: AppID(app), from: range.ids) }
    try file.write(identities)
    let text = try String(contentsOfFile: folder.path + "/users", encoding: .utf8)
    #expect(text == "roost users 1\n70000 com.example.b\n70001 com.example.a\n")
    #expect(try file.read(range) == identities)
    for bad in [
      "", "roost users 1", "roost users 2\n", "roost users 1\n70000\n", "roost users 1\n70000 a",
      "roost users 1\n0 a\n",
      "roost users 1\n70000 a\n70000 b\n", "roost users 1\n70000 a\n70001 a\n", "roost users 1\n-1 a\n",
      "roost users 1\n70000 ../a\n", "roost users 1\n\n",
    ] {
      try folder.write("users", bad)
      #expect(throws: IdentityFile.Problem.damaged(folder.path + "/users"), "\(bad)") { try file.read(range) }
    }
  }

  @Test(
    "LA7 where the file is lost, apps keep the ids that their containers belong to", .enabled(if: isRoot, needsRoot))
  func lost() throws {
    for (app, owner) in [
      ("a.own", 70_003), ("a.roots", 0), ("a.shared1", 70_005), ("a.shared2", 70_005), ("b", 80_000),
    ] {
      try folder.write("containers/\(app)/file", "")
      #expect(chown("\(folder.path)/containers/\(app)", uid_t(owner), gid_t(owner)) == 0)
    }
    symlink(folder.path + "/containers/a.own", folder.path + "/containers/link")
    #expect(try IdentityFile(stateDirectory: folder.path).read(range).ids == [AppID("a.own"): 70_003])
  }

  @Test("LA7 an id is on disk, or its app is told why not, whichever system call fails")
  func failingFile() async throws {
    try await eachSystemCallFails(
      expecting: [.open, .write, .fsync, .rename, .close], telling: .cure(["check that", "restore it from a backup"])
    ) { folder in
      IdentityFile(stateDirectory: folder.path)
    } act: { file in
      var identities = try file.read(range)
      _ = identities.id(of: AppID("a.b"), from: range.ids)
      try file.write(identities)
    } check: { file, _, outcome in
      let ids = try file.read(range).ids
      #expect(ids == [:] || ids == [AppID("a.b"): 70_000], "\(outcome.failure)")
      if outcome.error == nil { #expect(ids.count == 1, "\(outcome.failure)") }
    }
  }

  @Test(
    "a range of users' ids is refused that has ids of the system, of nobody, or none",
    arguments: [
      "", "70000", "70000-", "-1", "2-1", "70000-69999", "999-2000", "0-5", "65000-66000", "65535-65536",
      "70000-4294967295", "70000 - 80000", "0x10-0x20",
    ])
  func badRange(_ text: String) { #expect(UserRange(written: text) == nil) }

  // MARK: Names

  @Test("LA7 the records name an app's user and group, with a link from each id")
  func records() throws {
    let records = UserRecords(folder: folder.path + "/userdb", stateDirectory: "/var/lib/roost")
    try records.write([AppID("com.example.notes"): 70_000])
    try records.write([AppID("com.example.notes"): 70_000, AppID("com.example.clock"): 70_001])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/userdb").sorted()
    #expect(
      names == [
        "70000.group", "70000.user", "70001.group", "70001.user", "roost-clock-70001.group", "roost-clock-70001.user",
        "roost-notes-70000.group", "roost-notes-70000.user",
      ])
    func record(_ name: String) throws -> [String: Any] {
      let data = try Data(contentsOf: URL(filePath: "\(folder.path)/userdb/\(name)"))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let user = try record("70000.user")
    #expect(user["userName"] as? String == "roost-notes-70000" && user["uid"] as? Int == 70_000)
    #expect(user["gid"] as? Int == 70_000 && user["locked"] as? Bool == true)
    #expect(user["homeDirectory"] as? String == "/var/lib/roost/containers/com.example.notes")
    let group = try record("70001.group")
    #expect(group["groupName"] as? String == "roost-clock-70001" && group["gid"] as? Int == 70_001)
  }

  @Test("LA7 the records are whole after the next write that succeeds, whichever system call fails")
  func failingRecords() async throws {
    try await eachSystemCallFails(expecting: [.mkdir, .open, .write, .rename, .chmod, .symlink], telling: .errno) {
      UserRecords(folder: $0.path + "/userdb", stateDirectory: "/var/lib/roost")
    } act: { records in
      try records.write([AppID("a.b"): 70_000])
    } check: { records, folder, outcome in
      try records.write([AppID("a.b"): 70_000])
      for name in ["70000.user", "70000.group"] {
        let status = try FileStatus(of: "\(folder.path)/userdb/\(name)")
        #expect(status.permissions == 0o644 && status.size > 0, "\(outcome.failure): \(name)")
      }
    }
  }

  // MARK: Containers

  private func owner(_ path: String) throws -> uid_t {
    try FileStatus(of: "\(folder.path)/containers/a.b/\(path)", followsLinks: false).user
  }

  private let app = AppUser(own: "roost-b-70001", id: 70_001)
  private let old = AppUser(own: "old", id: 70_100)

  /// A container of `old` with what an app may have planted in it.
  private func container(_ folder: TestFolder, of old: AppUser) throws {
    let container = "\(folder.path)/containers/a.b"
    _ = try Container.settle(for: "a.b", in: folder.path, owner: old)
    for file in ["Documents/plain", "Documents/twice", "Documents/linked", "Library/deep/er/file", "theirs/file"] {
      try folder.write("containers/a.b/" + file, file)
    }
    #expect(link(container + "/Documents/twice", container + "/tmp/twice") == 0)
    try folder.write("victim", "secret")
    try folder.write("elsewhere/file", "")
    #expect(chown(folder.path + "/victim", old.user, old.group) == 0)
    #expect(link(folder.path + "/victim", container + "/Documents/hard") == 0)
    symlink(folder.path + "/victim", container + "/Documents/soft")
    symlink(folder.path + "/elsewhere", container + "/Library/out")
    symlink("..", container + "/tmp/up")
    #expect(mkfifo(container + "/tmp/fifo", 0o600) == 0)
    #expect(mknod(container + "/tmp/null", S_IFCHR | 0o666, dev_t(0x103)) == 0)
    for path in try FileManager.default.subpathsOfDirectory(atPath: container) {
      #expect(lchown("\(container)/\(path)", old.user, old.group) == 0)
    }
    // A name that is not UTF-8.
    var name = (container + "/Documents/").utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
    close(open(&name, O_CREAT | O_WRONLY, 0o600))
    #expect(lchown(&name, old.user, old.group) == 0)
    #expect(lchown(container + "/theirs", 70_200, 70_200) == 0)
    #expect(chown(container, old.user, old.group) == 0)
    #expect(chmod(container, 0o755) == 0)
  }

  private func check(_ folder: TestFolder, from old: AppUser, to new: AppUser) throws {
    let container = "\(folder.path)/containers/a.b"
    func owner(_ path: String) throws -> uid_t { try FileStatus(of: path, followsLinks: false).user }
    for path in [
      "", "/Documents", "/Documents/plain", "/Documents/twice", "/tmp/twice", "/Documents/linked",
      "/Library/deep/er/file",
      "/Documents/soft", "/Library/out", "/tmp/up", "/tmp/fifo", "/tmp",
    ] { #expect(try owner(container + path) == new.user, "\(path)") }
    var name = (container + "/Documents/").utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
    var status = stat()
    #expect(lstat(&name, &status) == 0 && status.st_uid == new.user && status.st_gid == new.group)
    for path in ["/Documents/hard", "/tmp/null"] { #expect(try owner(container + path) == old.user, "\(path)") }
    #expect(try owner(container + "/theirs") == 70_200)
    #expect(try owner(container + "/theirs/file") == old.user, "what is in somebody else's folder stays")
    #expect(try owner(folder.path + "/victim") == old.user)
    #expect(try owner(folder.path + "/elsewhere") == geteuid() && owner(folder.path + "/elsewhere/file") == geteuid())
    #expect(try FileStatus(of: container).permissions == 0o700)
    #expect(try FileStatus(of: folder.path + "/containers").permissions & 0o011 == 0o011)
  }

  @Test(
    "LA7 a container is given to its app's user with what is the former owner's, and no link leads out of it",
    .enabled(if: isRoot, needsRoot))
  func handOver() throws {
    for former in [old, .root] {
      let folder = try TestFolder()
      try container(folder, of: former)
      let outcome = try #require(try Container.settle(for: "a.b", in: folder.path, owner: app))
      #expect(outcome.from == former.user && outcome.left == 2, "the hard link and the device node: \(outcome)")
      try check(folder, from: former, to: app)
      #expect(try Container.settle(for: "a.b", in: folder.path, owner: app) == nil, "it is done once")
      // And back: "root" in [apps] user, or a shared user.
      _ = try Container.settle(for: "a.b", in: folder.path, owner: former)
      #expect(try FileStatus(of: folder.path + "/containers/a.b/Documents/plain").user == former.user)
    }
  }

  @Test("LA7 a container of an app's own user is new, whole and closed to others", .enabled(if: isRoot, needsRoot))
  func new() throws {
    #expect(try Container.settle(for: "a.b", in: folder.path, owner: app) == nil)
    for name in ["", "Documents", "Library/Application Support/a.b", "Library/Caches", "tmp"] {
      let status = try FileStatus(of: "\(folder.path)/containers/a.b/\(name)")
      #expect(status.user == app.user && status.group == app.group && status.permissions == 0o700, "\(name)")
    }
    // The app has removed a part of it.
    #expect(rmdir(folder.path + "/containers/a.b/tmp") == 0)
    _ = try Container.prepare(for: "a.b", in: folder.path, owner: app)
    #expect(try owner("tmp") == app.user)
  }

  @Test(
    "LA7 a hand-over that a failing system call cuts short is finished by the next one", .enabled(if: isRoot, needsRoot)
  )
  func failingHandOver() async throws {
    try await eachSystemCallFails(
      expecting: [.openat2, .fchownat, .fstat, .fchown, .fchmod, .open, .getdents],
      telling: .cure(["check that its disk works", "check that the state directory is writable and has space"])
    ) { folder in
      try container(folder, of: old)
      return folder
    } act: { folder in
      _ = try Container.settle(for: "a.b", in: folder.path, owner: app)
    } check: { _, folder, outcome in
      if outcome.error != nil, outcome.failure.call != .fchown {
        let owner = try FileStatus(of: folder.path + "/containers/a.b").user
        #expect(owner == old.user, "\(outcome.failure): until all is done")
      }
      _ = try Container.settle(for: "a.b", in: folder.path, owner: app)
      // These are no failures but answers: the entry cannot change, or is a mount.
      let answers: [(SystemCall, Errno)] = [(.fchownat, .notPermitted), (.openat2, .improperLink)]
      if answers.contains(where: { $0 == (outcome.failure.call, outcome.failure.errno) }) { return }
      try check(folder, from: old, to: app)
    }
  }

  @Test("LA7 a hand-over ends in a folder that is deeper than any app needs", .enabled(if: isRoot, needsRoot))
  func deep() throws {
    _ = try Container.settle(for: "a.b", in: folder.path, owner: .root)
    let path = folder.path + "/containers/a.b/" + Array(repeating: "d", count: 200).joined(separator: "/")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let outcome = try #require(try Container.settle(for: "a.b", in: folder.path, owner: app))
    #expect(outcome.left == 1)
    #expect(try FileStatus(of: path).user == 0)
    #expect(try owner("d/d/d") == app.user)
  }
}
