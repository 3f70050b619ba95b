// One scenario, run once as it is and then once for each system call it makes and each error of that call.
package import Linux
import SystemPackage
package import TestFolders
import Testing

/// What came of a scenario in which one system call failed.
@MainActor package struct Outcome {
  package let failure: Failure
  /// What the room said; nil when it has done what it was asked.
  package let error: (any Error)?
}

/// Proves that a room stands each of its system calls failing once.
///
/// In each run, an error says where and what to do, an interrupted call is no error, and no descriptor is left open once
/// `World` is gone.
///
/// - Parameters:
///   - expected: calls that the scenario must have made, so that a change does not empty the test.
///   - name: what its errors name in place of a path.
///   - prepare: makes what the scenario begins with, when nothing fails yet.
///   - act: the scenario. It throws what the room says.
///   - check: looks at what there is afterwards, when nothing fails any more, and whether the same can be done now.
@MainActor package func eachSystemCallFails<World>(
  expecting expected: Set<SystemCall>, naming name: String? = nil, prepare: (TestFolder) async throws -> World,
  act: (World) async throws -> Void, check: (World, TestFolder, Outcome) async throws -> Void
) async throws {
  var counts: [SystemCall: Int] = [:]
  do {
    let folder = try TestFolder()
    let world = try await prepare(folder)
    let calls = FailingCalls.begin(below: folder.path)
    defer { calls.end() }
    try await act(world)
    counts = calls.counts
  }
  #expect(expected.subtracting(counts.keys).isEmpty, "the scenario makes these calls: \(counts)")
  for (call, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
    for number in 0..<count {
      for errno in call.plausible {
        try await once(Failure(call: call, number: number, errno: errno), name, prepare, act, check)
      }
    }
  }
}

@MainActor private func once<World>(
  _ failure: Failure, _ name: String?, _ prepare: (TestFolder) async throws -> World,
  _ act: (World) async throws -> Void,
  _ check: (World, TestFolder, Outcome) async throws -> Void
) async throws {
  let folder = try TestFolder()
  do {
    let world = try await prepare(folder)
    let calls = FailingCalls.begin(below: folder.path, failure)
    var error: (any Error)?
    do { try await act(world) } catch let problem { error = problem }
    calls.end()
    if let error {
      let text = "\(error)"
      #expect(failure.errno != .interrupted, "\(failure): \(text)")
      #expect(
        text.contains(name ?? folder.path) && text.contains("; "), "\(failure): “\(text)” says where and what to do")
    }
    do {
      try await check(world, folder, Outcome(failure: failure, error: error))
    } catch {
      Issue.record("\(failure): \(error) afterwards")
    }
  }
  #expect(FailingCalls.open(below: folder.path) == [], "\(failure): nothing stays open")
}
