// Pictures that apps draw without end, or that are not there: neither the log nor the disk is full of them.
import Dispatch
import Foundation
import Glibc
import LifecycleModel
import Linux
import Stores
import Synchronization
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Processes
@testable import Supervisor

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct KeptPictureTests {
  private static let app = AppID("com.example.app")

  /// The picture that the store has, once it has taken all that it was handed before.
  private static func picture(_ supervisor: Supervisor) throws -> String? {
    let answer = Mutex<(isThere: Bool, svg: String?)>((false, nil))
    supervisor.snapshots.read(app.string, as: \.svg) { result in
      let svg = try? result.get()
      answer.withLock { $0 = (true, svg) }
    }
    try WholeSupervisor.wait(supervisor) { answer.withLock { $0.isThere } }
    return answer.withLock { $0.svg }
  }

  // In a process of its own, as all supervisors are that are tested whole.
  @Test("SN1 that an app's pictures cannot be kept is said once of each process")
  func once() async {
    await #expect(processExitsWith: .success) { try await Self.checkOnce() }
  }

  private static func checkOnce() throws {
    try WholeSupervisor.with([app], script: "", kernel: .live) { supervisor, lines in
      /// Each waits for the one before: one that takes the place of another is not looked at.
      @MainActor func keep(_ count: Int, from serial: UInt64) throws {
        for _ in 0..<count {
          supervisor.keepPicture("none.svg", of: nil, app, from: ProcessSerial(number: serial))
          #expect(try picture(supervisor) == nil)
        }
      }
      func said() -> Int { lines.all.count { $0.contains("unable to read the picture none.svg") } }
      try keep(3, from: 1)
      #expect(said() == 1, "\(lines.all)")
      try keep(3, from: 2)
      #expect(said() == 2, "\(lines.all)")
      // That of the process before came late.
      try keep(1, from: 1)
      #expect(said() == 2, "\(lines.all)")
    }
  }

  // In a process of its own, as above; and it has the gate of system calls for itself.
  @Test("SN1 the newest picture of an app that has ended is kept, also one that waits for an earlier one")
  func ended() async {
    await #expect(processExitsWith: .success) { try await Self.checkEnded() }
  }

  private static func checkEnded() throws {
    try WholeSupervisor.with([app], script: "while read -r line <&3; do :; done", kernel: .live) { supervisor, lines in
      supervisor.request(.launch(app, Launch(), .foreground)) { _ in }
      try WholeSupervisor.wait(supervisor) { !supervisor.processes.all.isEmpty }
      let process = try #require(supervisor.processes.all.first, "\(lines.all)")
      let container = supervisor.configuration.stateDirectory + "/containers/\(app.string)"
      for name in ["first", "newest"] { try Data(name.utf8).write(to: URL(filePath: "\(container)/\(name)")) }
      let (begun, mayGoOn, loopThread) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), pthread_self())
      SystemCall.setGate { call, subject in
        guard call == .open, case .path(container) = subject, pthread_self() != loopThread else { return nil }
        begun.signal()
        mayGoOn.wait()
        return nil
      }
      supervisor.keepPicture("first", of: nil, app, from: process.serial)
      begun.wait()
      supervisor.keepPicture("newest", of: nil, app, from: process.serial)
      kill(process.child.pid, SIGKILL)
      try WholeSupervisor.wait(supervisor) { supervisor.processes.all.isEmpty }
      SystemCall.setGate(nil)
      mayGoOn.signal()
      #expect(try picture(supervisor) == "newest")
    }
  }
}
