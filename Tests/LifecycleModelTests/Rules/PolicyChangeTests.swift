// A configuration that was read again: what holds at once, and what keeps what it began with.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("A new policy") struct PolicyChangeTests {
  @Test("ST5 with fewer slots the app used longest ago leaves the screen at once")
  func fewerSlots() {
    var world = World(installed: Policy(foregroundSlots: 2))
    world.open(notes)
    world.open(reader)
    #expect(world.state(notes) == .active)
    world.feed(.policyChanged(Policy()))
    world.play()
    #expect(world.state(reader) == .active)
    #expect(world.state(notes) == .suspended)
  }

  @Test("ST5 with more slots the next app comes beside the one in front")
  func moreSlots() {
    var world = World(installed: Policy(foregroundSlots: 2))
    world.feed(.policyChanged(Policy()))
    world.open(notes)
    world.feed(.policyChanged(Policy(foregroundSlots: 2)))
    world.open(reader)
    #expect(world.state(notes) == .active)
    #expect(world.state(reader) == .active)
  }

  @Test("DP2 the passcode is nobody's configuration: it stays")
  func passcode() {
    var world = World(installed: Policy())
    world.feed(.passcodeChanged(isSet: true))
    world.feed(.policyChanged(Policy(leave: .seconds(1))))
    #expect(world.lifecycle.policy.hasPasscode)
    #expect(world.lifecycle.policy.leave == .seconds(1))
  }
}
