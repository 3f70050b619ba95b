// The cost of a thousand suspended apps for the daemon: memory, wake-ups, and time on the path of one of them.
import ControlAPI
import Foundation
import RoostTesting

func crowd(_ stage: Stage, few: Int = 10, many: Int = 1000, cycles: Int) throws -> [Figure] {
  let bundles = try (0..<many).map { try stage.bundle("tiny", id: identifier($0)) }
  let small = try stage.daemon(Array(bundles.prefix(few)))
  let large = try stage.daemon(bundles)
  let fewApps = try ControlClient(socket: small.socket)
  let manyApps = try ControlClient(socket: large.socket)

  progress("\(many) suspended apps")
  try suspend(0..<few, fewApps)
  try suspend(0..<few, manyApps)
  let before = try Memory(of: large.pid)
  try suspend(few..<many, manyApps)
  let after = try Memory(of: large.pid)

  progress("one app's home, suspension and launch among \(few) and among \(many), \(cycles) times")
  var amongFew = Samples()
  var amongMany = Samples()
  for _ in 0..<cycles {
    try amongFew.time { try cycle(identifier(few / 2), fewApps) }
    try amongMany.time { try cycle(identifier(many / 2), manyApps) }
  }
  try manyApps.home()
  try manyApps.wait(for: identifier(many / 2), toBe: .suspended)

  progress("30 s of quiet")
  // A thread that has written the last exit record waits 5 s for more work before it ends (Dispatch).
  sleep(6)
  let quiet = try Activity.of(large.pid, during: 30)

  return [
    Figure(
      what: "an app's home, suspension and launch among \(many) apps without a sandbox, against \(few)",
      result: .ratio(ours: amongMany, baseline: amongFew, atMost: 1.1)),
    Figure(
      what: "resident memory of the daemon with \(many) suspended apps",
      result: .kilobytes(after.resident, under: 16 * 1024)),
    Figure(
      what: "of it anonymous", result: .kilobytes(after.anonymous, under: 16 * 1024)),
    Figure(what: "  and of its program's file", result: .size(after.program)),
    Figure(what: "  and of libraries", result: .size(after.libraries)),
    Figure(what: "  and of files that it writes, such as the past and its log", result: .size(after.others)),
    Figure(
      what: "growth by each app",
      result: .kilobytes((after.resident - before.resident) / Double(many - few), under: 4)),
    Figure(
      what: "  of it anonymous", result: .size((after.anonymous - before.anonymous) / Double(many - few))),
    Figure(
      what: "  and of files that it writes", result: .size((after.others - before.others) / Double(many - few))),
    Figure(what: "wake-ups of the daemon in 30 s", result: .count(quiet.wakeUps, atMost: 0)),
  ] + (try disk(stage))
}

private func identifier(_ number: Int) -> String { "org.roost.bench.tiny\(number)" }

private func suspend(_ numbers: Range<Int>, _ client: ControlClient) throws {
  // Each launch sends the app before it to the background.
  for number in numbers { try client.launch(identifier(number)) }
  try client.home()
  for number in numbers { try client.wait(for: identifier(number), toBe: .suspended) }
}

private func cycle(_ id: String, _ client: ControlClient) throws {
  try client.launch(id)
  try client.home()
  while try client.call(AppsInterface.Status(id: id)).app.state != .suspended {}
}

/// The resident kilobytes of a process, by what they are: /proc/PID/smaps (proc(5)).
private struct Memory {
  var anonymous = 0.0
  /// Of the file that it executes, as far as it is not written to.
  var program = 0.0
  var libraries = 0.0
  /// Of other files.
  var others = 0.0

  var resident: Double { anonymous + program + libraries + others }

  init(of pid: pid_t) throws {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")
    // Until its end: the kernel gives it in pieces, and says no size.
    let bytes = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(pid)/smaps")).readToEnd() ?? Data()
    let maps = String(decoding: bytes, as: UTF8.self)
    var file: Substring?
    var resident = 0.0
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 5)
      switch words.first {
      case "Rss:": resident = Double(words[1]) ?? 0
      case "Anonymous:":
        let anonymous = Double(words[1]) ?? 0
        self.anonymous += anonymous
        switch file {
        case nil: break
        // [heap], and an empty one.
        case .some(let path) where !path.hasPrefix("/"): break
        case executable[...]: program += resident - anonymous
        case .some(let path) where path.contains(".so"): libraries += resident - anonymous
        case .some: others += resident - anonymous
        }
      // The line of a mapping begins with its addresses, and ends with its path.
      case .some(let word) where !word.hasSuffix(":"): file = words.count == 6 ? words[5].drop { $0 == " " } : nil
      case .some, nil: break
      }
    }
  }
}
