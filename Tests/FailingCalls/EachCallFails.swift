// One scenario, run once as it is and then once for each system call it makes and each error of that call.
package import Linux
import SystemPackage
package import TestFolders
import Testing

/// The outcome of a scenario in which one system call failed.
@MainActor package struct Outcome {
  package let failure: Failure
  /// The error of the room; nil when it has done what it was asked.
  package let error: (any Error)?
}

/// The words, in the program's own form, that the errors of a scenario must have.
package enum Telling: Sendable {
  /// The call's errno, and nothing more is asked: the room above says where and what to do, and has a test of its own.
  case errno
  /// One of these cures, and a path of the test's folder or one of these other places.
  case cure([String], at: [String] = [])

  @MainActor fileprivate func isMet(by error: any Error, of failure: Failure, in folder: TestFolder) -> Bool {
    let text = "\(error)"
    switch self {
    case .errno: return text.contains("\(failure.errno)")
    case .cure(let cures, let places):
      return cures.contains { text.contains($0) } && (places + [folder.path]).contains { text.contains($0) }
    }
  }
}

/// Proves that a room stands each of its system calls failing once.
///
/// In each run, an error says where and what to do, an interrupted call is no error, and no descriptor is left open once
/// `World` is gone.
///
/// - Parameters:
///   - expected: calls that the scenario must have made, so that a change does not empty the test.
///   - telling: what its errors say.
///   - everywhere: whether calls on files outside its folder fail too.
///   - prepare: makes what the scenario begins with, when nothing fails yet.
///   - act: the scenario. It throws what the room says.
///   - check: looks at what there is afterwards, when nothing fails any more, and whether the same can be done now.
@MainActor package func eachSystemCallFails<World>(
  expecting expected: Set<SystemCall>, telling: Telling, everywhere: Bool = false,
  prepare: @MainActor (TestFolder) async throws -> World,
  act: @MainActor (World) async throws -> Void,
  check: @MainActor (World, TestFolder, Outcome) async throws -> Void
) async throws {
  var counts: [SystemCall: Int] = [:]
  do {
    let folder = try TestFolder()
    let world = try await prepare(folder)
    counts = try await FailingCalls.during(everywhere ? .task : .folder(folder.path)) { calls in
      try await act(world)
      return calls.counts
    }
  }
  #expect(expected.subtracting(counts.keys).isEmpty, "the scenario makes these calls: \(counts)")
  for (call, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
    for number in 0..<count {
      for errno in call.plausible {
        try await once(Failure(call: call, number: number, errno: errno), telling, everywhere, prepare, act, check)
      }
    }
  }
}

@MainActor private func once<World>(
  _ failure: Failure, _ telling: Telling, _ everywhere: Bool, _ prepare: @MainActor (TestFolder) async throws -> World,
  _ act: @MainActor (World) async throws -> Void,
  _ check: @MainActor (World, TestFolder, Outcome) async throws -> Void
) async throws {
  let folder = try TestFolder()
  do {
    let world = try await prepare(folder)
    let error: (any Error)? = await FailingCalls.during(everywhere ? .task : .folder(folder.path), failure) { _ in
      do {
        try await act(world)
        return nil
      } catch {
        return error
      }
    }
    if let error {
      #expect(failure.errno != .interrupted, "\(failure): \(error)")
      #expect(telling.isMet(by: error, of: failure, in: folder), "\(failure): “\(error)” says where and what to do")
    }
    do {
      try await check(world, folder, Outcome(failure: failure, error: error))
    } catch {
      Issue.record("\(failure): \(error) afterwards")
    }
  }
  // A thread of the room's may still be letting go.
  let deadline = ContinuousClock.now + .seconds(10)
  while !FailingCalls.open(below: folder.path).isEmpty, ContinuousClock.now < deadline { await Task.yield() }
  #expect(FailingCalls.open(below: folder.path) == [], "\(failure): nothing stays open")
}
