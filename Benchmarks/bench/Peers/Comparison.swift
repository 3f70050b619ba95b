// The same work for Roost and for each of its peers, in one run.
import Foundation

/// One row of the table of peers: for each of them a value, or nothing where it has none.
struct ComparedRow {
  let what: String
  var cells: [String: Double] = [:]
  let format: @Sendable (Double) -> String
}

struct Compared {
  let names: [String]
  let rows: [ComparedRow]
  /// Who is missing, and why.
  let absent: [String]
}

func comparison(_ stage: Stage, rounds: Int) throws -> Compared {
  try stage.makeFIFO(stage.arrivals)
  let kinds: [any Peer.Type] = [
    RoostPeer.self, DinitPeer.self, S6Peer.self, RunitPeer.self, SystemdPeer.self,
    SupervisorPeer.self, CrunPeer.self,
  ]
  let present = kinds.filter { $0.absence == nil }
  let nanoseconds = { @Sendable (value: Double) in readable(Int64(value)) }
  let kilobytes = { @Sendable (value: Double) in "\(decimal(value, places: 0)) KB" }
  var rows = [
    "start by its command until main", "start over an open connection until main", "stop until the process is gone",
    "killed until it runs again", "status by its command, the whole process", "question on an open connection",
  ].map { ComparedRow(what: $0, format: nanoseconds) }
  let openConnection = 1
  rows += [
    ComparedRow(what: "memory of the supervisor (Pss)", format: kilobytes),
    ComparedRow(what: "more for each program", format: kilobytes),
    ComparedRow(what: "wake-ups in 10 s with 21 programs", format: { decimal($0, places: 0) }),
  ]
  var absences = kinds.compactMap { kind in kind.absence.map { (name: kind.name, why: $0) } }
  for kind in present {
    progress("\(kind.name), \(rounds) rounds")
    do {
      let values = try Comparing(stage, kind).all(rounds: rounds)
      for (row, value) in values.enumerated() { if let value { rows[row].cells[kind.name] = value } }
    } catch {
      absences.append((kind.name, "\(error)"))
    }
  }
  rows.insert(contentsOf: try kernelsParts(stage, rounds: rounds, nanoseconds), at: rows.index(after: openConnection))
  return Compared(
    names: present.map { $0.name }.filter { name in !absences.contains { $0.name == name } }, rows: rows,
    absent: absences.map { "\($0.name) is not in the table: \($0.why)" })
}

/// Of Roost's start: the same by a C program that decides nothing and writes nothing down, as Roost has it done and without all that
/// the others do not have either.
private func kernelsParts(
  _ stage: Stage, rounds: Int, _ format: @escaping @Sendable (Double) -> String
) throws -> [ComparedRow] {
  progress("the kernel's part, \(rounds) rounds")
  let descriptor = open(stage.arrivals, O_RDWR | O_CLOEXEC)
  guard descriptor >= 0 else { throw BenchError.system(action: "open \(stage.arrivals)", errno: errno) }
  defer { close(descriptor) }
  var mains = LineReader(descriptor)
  let floor = try Floor(stage, program: stage.program("probe"), argument: stage.arrivals)
  let steps: [(step: Floor.Step, what: String)] = [
    (.confined, "  of that the kernel's part: pipes, a cgroup, the sandbox, execve"),
    (.bare, "  and without pipes, cgroup and sandbox, as the others start it"),
  ]
  var samples = steps.map { _ in Samples() }
  for _ in 0..<rounds {
    for (place, step) in steps.map(\.step).enumerated() {
      rest()
      let start = monotonicNow()
      try floor.launch(step)
      guard let line = mains.next(), let main = Int64(line) else { throw BenchError.silent(program: "probe") }
      samples[place].append(main - start)
      try floor.wait()
    }
  }
  try floor.end()
  return zip(steps, samples).map {
    ComparedRow(what: $0.what, cells: [RoostPeer.name: Double($1.p50)], format: format)
  }
}

/// What is done with one peer.
private struct Comparing {
  private let stage: Stage
  private let kind: any Peer.Type
  private let descriptor: CInt

  init(_ stage: Stage, _ kind: any Peer.Type) throws {
    self.stage = stage
    self.kind = kind
    // Also for writing: it is there before its writer is, and has no end when that one is gone.
    descriptor = open(stage.arrivals, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchError.system(action: "open \(stage.arrivals)", errno: errno) }
  }

  func all(rounds: Int) throws -> [Double?] {
    defer { close(descriptor) }
    var arrivals = Arrivals(descriptor, of: kind.name)
    let one = try kind.init(stage, services: 1)
    defer { one.end() }
    let times = try self.times(one, rounds: rounds, &arrivals)
    let whole = kilobytes("Pss", of: one.processes)
    let small = kilobytes("Anonymous", of: one.processes)
    one.end()
    guard whole > 0 else { return times + [nil, nil, nil] }

    let many = try kind.init(stage, services: 21)
    defer { many.end() }
    for service in many.services where try many.start(service) { _ = try arrivals.next() }
    // Threads that have nothing more to do end in this time.
    sleep(6)
    let large = kilobytes("Anonymous", of: many.processes)
    let wakeUps = try Activity.of(many.processes, during: 10).wakeUps
    return times + [whole, (large - small) / 20, Double(wakeUps)]
  }

  private func times(_ peer: any Peer, rounds: Int, _ arrivals: inout Arrivals) throws -> [Double?] {
    let service = peer.services[0]
    let start = peer.startCommand(service)
    let status = peer.statusCommand(service)
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    func run(_ command: [String]) throws -> Spawned {
      try Spawned(
        command[0], Array(command.dropFirst()), environment: ["PATH=/usr/bin:/bin"],
        descriptors: [(null, STDIN_FILENO), (null, STDOUT_FILENO), (null, STDERR_FILENO)])
    }
    var byCommand = Samples()
    var overConnection = Samples()
    var stops = Samples()
    var restarts = Samples()
    var statuses = Samples()
    var questions = Samples()
    func stop(_ pid: pid_t) throws {
      try stops.time {
        try peer.stop(service, pid)
        // The first of a namespace of its own: the command has waited for its end.
        guard pid != 1 else { return }
        try waitUntil("the end of \(pid)", every: 20) { kill(pid, 0) != 0 }
      }
    }
    for _ in 0..<(kind.spacing > 0 ? rounds / 5 : rounds) {
      rest()
      usleep(kind.spacing)
      let asked = monotonicNow()
      let command = try run(start)
      let arrival = try arrivals.next()
      byCommand.append(arrival.time - asked)
      try command.wait()
      try statuses.time { try run(status).wait() }
      try stop(arrival.pid)
      rest()
      usleep(kind.spacing)
      let told = monotonicNow()
      guard try peer.start(service) else { continue }
      let second = try arrivals.next()
      overConnection.append(second.time - told)
      rest()
      _ = try questions.time { try peer.ask() }
      try stop(second.pid)
    }
    // Most wait before they start one that ran for less than a second.
    for _ in 0..<10 {
      guard try peer.start(service) else { break }
      let arrival = try arrivals.next()
      usleep(1_100_000)
      let killed = monotonicNow()
      kill(arrival.pid, SIGKILL)
      guard try peer.restart(service) else { break }
      let again = try arrivals.next()
      restarts.append(again.time - killed)
      try peer.stop(service, again.pid)
      try waitUntil("the end of \(again.pid)", every: 20) { kill(again.pid, 0) != 0 }
    }
    let answers = try peer.ask()
    return [byCommand, overConnection, stops, restarts, statuses, answers ? questions : Samples()].map {
      $0.values.isEmpty ? nil : Double($0.p50)
    }
  }
}

/// The lines of programs that have come to their main.
private struct Arrivals {
  private let descriptor: CInt
  private var lines: LineReader
  private let peer: String

  init(_ descriptor: CInt, of peer: String) {
    self.descriptor = descriptor
    self.peer = peer
    lines = LineReader(descriptor)
  }

  mutating func next() throws -> (time: Int64, pid: pid_t) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 10_000) > 0, let parts = lines.next()?.split(separator: " "), parts.count == 2,
      let time = Int64(parts[0]), let pid = pid_t(parts[1])
    else { throw BenchError.silent(program: "stay, started by \(peer),") }
    return (time, pid)
  }
}

/// Of /proc/PID/smaps_rollup (proc(5)).
private func kilobytes(_ kind: String, of processes: [pid_t]) -> Double {
  processes.reduce(0) { sum, pid in
    let text = (try? String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)) ?? ""
    return sum + Double(number(after: "\n\(kind):", in: text))
  }
}
