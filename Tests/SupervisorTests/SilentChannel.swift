// The channel of an app in tests that are not about what it says.
import AppLink
import LifecycleModel
import Linux

@testable import Supervisor

/// Of an app that is asked nothing.
@MainActor final class Silent: Channel {
  let descriptors: [Survival.Descriptor: CInt] = [:]
  let state = ChannelState(serial: ProcessSerial(number: 1))
  let statusText: String? = nil
  func begin() {}
  func send(_ event: Event, _ sequence: EventSequence, to app: App?, _ launchFacts: () -> LaunchFacts) {}
  func reply(_ answer: AppAnswer, to request: UInt64) {}
  func send(_ bytes: [UInt8]) {}
  func rewriteLines() {}
  func drain(_ left: Int?) -> Int { 0 }
  func processEnded() {}
  func belongs(to suspect: CallGuard.Suspect, standsStill: @escaping () -> Bool) {}
  func pause() {}
  func resume() {}
  func close() {}
}
