// The floor under every channel: two C processes that pass lines back and forth.
import Glibc

/// By Benchmarks/programs/pingpong.c.
/// - Parameter pause: microseconds between two rounds.
func pingPong(_ stage: Stage, _ how: String = "", rounds: Int, pause: Int = 0) throws -> Samples {
  // The first rounds pay for a fresh process's page faults.
  let warmUp = 20
  let output = try Pipe()
  let child = try Spawned(
    stage.program("pingpong"), ["\(rounds + warmUp)", "\(pause)", how], descriptors: [(output.writing, STDOUT_FILENO)])
  output.closeWriting()
  var lines = LineReader(output.reading)
  var times: [Int64] = []
  while let line = lines.next() { times.append(Int64(line) ?? 0) }
  try child.wait()
  var samples = Samples()
  samples.append(contentsOf: times.dropFirst(warmUp))
  return samples
}
