// What apps cost that share one Swift runtime, beside apps that each have their own: on disk, at their start, in memory.
import Foundation

/// The sample app notes, built without `--static-swift-stdlib`, and with it.
func runtimes(_ stage: Stage, samples: Int) throws -> [Figure] {
  let shared = stage.program("notes-shared")
  guard access(shared, X_OK) == 0 else {
    progress("no app that shares its runtime: Benchmarks/run builds it")
    return []
  }
  progress("the shared Swift runtime, \(samples) times")
  let container = stage.directory + "/runtimes"
  guard mkdir(container, 0o700) == 0 else { throw BenchError.system(action: "make \(container)", errno: errno) }
  let programs = [shared, "\(stage.notes)/notes"]
  var hellos = [Samples(), Samples()]
  for _ in 0..<samples {
    for (number, program) in programs.enumerated() {
      rest()
      let app = try BareApp(stage.notes, program, container: container)
      hellos[number].append(app.hello)
      try app.end()
    }
  }
  var figures = [
    Figure(
      what: "execve to the first line of a UIKit app that shares its Swift runtime, against one that has its own",
      result: .compared(hellos[0], baseline: hellos[1]))
  ]
  for (name, program) in zip(["shares its runtime", "has its own runtime"], programs) {
    let copies = try copies(of: program, 4, stage)
    figures.append(size("  on disk, without its symbols, one that \(name)", Double(try bytes(of: copies[0]))))
    let first = try BareApp(stage.notes, copies[0], container: container)
    figures.append(size("  its share of memory when it is alone", try first.memory().share))
    let others = try copies.dropFirst().map { try BareApp(stage.notes, $0, container: container) }
    let all = try ([first] + others).map { try $0.memory() }
    figures.append(size("  its share of memory among four such apps", all.map(\.share).reduce(0, +) / 4))
    figures.append(size("  of it nobody else has", all.map(\.own).reduce(0, +) / 4))
    for app in [first] + others { try app.end() }
  }
  return figures
}

private func size(_ what: String, _ bytes: Double) -> Figure { Figure(what: what, result: .size(bytes / 1024)) }

/// As different apps are: programs of which no page of a file is another's.
private func copies(of program: String, _ count: Int, _ stage: Stage) throws -> [String] {
  try (0..<count).map { number in
    let copy = "\(stage.directory)/\(program.split(separator: "/").last ?? "")-\(number)"
    try Spawned("/usr/bin/strip", ["-o", copy, program]).wait()
    return copy
  }
}

private func bytes(of path: String) throws -> Int {
  try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
}
