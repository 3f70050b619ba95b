// An app's log is opened without a wait, whatever another process has done to the file.
import FailingCalls
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd
import TestFolders
import TestLoop
import Testing

@testable import DaemonConfiguration
@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct AppOutputTests {
  private let folder: TestFolder
  private var configuration = Configuration(in: .init(isRoot: true, environment: [:]))

  init() throws {
    folder = try TestFolder()
    configuration.stateDirectory = folder.path
    configuration.appOutput = .file
  }

  @Test("A lease on an app's log keeps the app from its launch, and nobody waiting (fcntl(2), F_SETLEASE)")
  func lease() throws {
    let path = try folder.write("logs/com.example.a.log", "before")
    // The kernel tells the holder of a breach by it.
    signal(SIGIO, SIG_IGN)
    let holder = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(holder) }
    // A child that another test is about to execute may still have the file open for writing (fork(2)).
    let end = ContinuousClock.now + .seconds(30)
    while fcntl(holder, 1024, F_RDLCK) != 0 {
      try #require(errno == EAGAIN && ContinuousClock.now < end)
      sched_yield()
    }
    let error = #expect(throws: SystemCallError.self) {
      _ = try AppOutput(AppID("com.example.a"), configuration) { _ in }
    }
    #expect(error?.errno == .wouldBlock)
    try #require(fcntl(holder, 1024, F_UNLCK) == 0)
    let output = try AppOutput(AppID("com.example.a"), configuration) { Issue.record("\($0)") }
    #expect(fcntl(output.descriptor, F_GETFL) & (O_NONBLOCK | O_APPEND) == O_APPEND)
  }

  @Test(
    "An app runs without its output where the disk is full, read-only or broken, and it is said why, whichever call fails"
  )
  func lost() async throws {
    try await eachSystemCallFails(expecting: [.mkdir, .open], telling: .errno) { folder in
      folder.path
    } act: { path in
      var (here, lost): (Configuration, SystemCallError?) = (configuration, nil)
      here.stateDirectory = path
      let output = try AppOutput(AppID("com.example.a"), here) { lost = $0 }
      #expect(fcntl(output.descriptor, F_GETFL) & O_ACCMODE == O_WRONLY)
      if let lost {
        #expect(output.path == nil && [EROFS, EIO, ENOSPC, EDQUOT].contains(lost.errno.rawValue))
        throw lost
      }
      #expect(output.path == "\(path)/logs/com.example.a.log")
    } check: { path, _, _ in
      var here = configuration
      here.stateDirectory = path
      let output = try AppOutput(AppID("com.example.a"), here) { Issue.record("\($0)") }
      #expect(output.path == "\(path)/logs/com.example.a.log")
    }
  }

  @Test("An app runs without its output where the journal takes no stream, and it is said why, whichever call fails")
  func lostStream() async throws {
    try await eachSystemCallFails(
      expecting: [.socket, .connect, .shutdown, .setsockopt, .send, .fcntl], telling: .errno
    ) { folder in
      try StreamListener(folder.path + "/stdout", backlog: 8)
    } act: { journal in
      var lost: SystemCallError?
      let stream = AppOutput.streamOrLose(of: AppID("com.example.a"), at: journal.path) { lost = $0 }
      #expect((stream == nil) == (lost != nil))
      if let stream { close(stream) }
      if let lost { throw lost }
    } check: { journal, _, _ in
      let stream = AppOutput.streamOrLose(of: AppID("com.example.a"), at: journal.path) { Issue.record("\($0)") }
      if let stream { close(stream) }
    }
  }
}
