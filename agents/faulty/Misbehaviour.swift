// Carries a fault out.

import Foundation
import UIKit

@MainActor struct Misbehaviour {
  let faults: [Fault]
  /// Faulty also writes to its pipe behind its library's back.
  let replies = ProcessInfo.processInfo.environment["ROOST_REPLIES_FD"].flatMap { CInt($0) } ?? -1
  let events = ProcessInfo.processInfo.environment["ROOST_EVENTS_FD"].flatMap { CInt($0) } ?? -1

  /// Begins the faults that are there from the beginning.
  func begin() {
    for fault in faults {
      switch fault {
      case .noHello: sleepForever()
      case .ignoreAll: ignoreAll()
      case .fork(let count, let busy): startChildren(count, busy: busy)
      case .leakPipe: startPipeHolder()
      case .hang, .spin, .crash, .abort, .trap, .fault, .threadFault, .flood, .exit, .garbage, .hugeLine, .halfLine:
        break
      }
    }
    reach("hello")
  }

  /// Does what is to go wrong at `place`.
  func reach(_ place: String) {
    for fault in faults {
      switch fault {
      case .hang(place): sleepForever()
      case .spin(place): while true {}
      case .crash(place): raiseByDefault(SIGSEGV)
      case .abort(place): raiseByDefault(SIGABRT)
      case .trap(place): trapByIndex()
      case .fault(place): faultByAddress()
      case .threadFault(place):
        Thread.detachNewThread { faultByAddress() }
        sleepForever()
      case .flood(place):
        flood()
        trapByIndex()
      case .exit(place, let code): Foundation.exit(code)
      case .garbage(place): write(Data("this is no message\n".utf8))
      case .hugeLine(place): write(Data(repeating: UInt8(ascii: "x"), count: 2 << 20))
      case .halfLine(place):
        write(Data(#"{"ack":"#.utf8))
        Foundation.exit(EXIT_SUCCESS)
      case .hang, .spin, .crash, .abort, .trap, .fault, .threadFault, .flood, .exit, .garbage, .hugeLine, .halfLine,
        .noHello, .ignoreAll, .fork, .leakPipe:
        break
      }
    }
  }

  private func write(_ data: Data) {
    try? FileHandle(fileDescriptor: replies).write(contentsOf: data)
  }

  /// Returns when the first are answered; the threads go on, up to less than an app may send.
  private func flood() {
    let application = UIApplication.shared
    let answered = DispatchSemaphore(value: 0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        let name = String(repeating: "x", count: 40_000)
        for _ in 0..<10 {
          application.endBackgroundTask(application.beginBackgroundTask(withName: name))
          answered.signal()
        }
      }
    }
    for _ in 0..<4 { answered.wait() }
  }

  private func ignoreAll() {
    signal(SIGTERM, SIG_IGN)
    write(Data(#"{"hello":{"protocol":1,"library":"faulty/1"}}"#.utf8 + [UInt8(ascii: "\n")]))
    while let data = try? FileHandle(fileDescriptor: events).read(upToCount: 4096), !data.isEmpty {}
    sleepForever()
  }

  /// As if the program had done it itself, whatever handler the runtime has installed.
  private func raiseByDefault(_ number: CInt) {
    signal(number, SIG_DFL)
    raise(number)
  }
}

func sleepForever() -> Never {
  while true { sleep(1000) }
}

@inline(never) private func trapByIndex() { print([1, 2, 3][CommandLine.arguments.count + 10]) }

@inline(never) private func faultByAddress() { UnsafeMutablePointer<Int>(bitPattern: 64)?.pointee = 1 }
