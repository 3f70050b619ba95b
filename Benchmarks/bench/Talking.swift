// Measures the time until an answer: of a running app, of the daemon, and of roostctl.
import ControlAPI
import Glibc

/// The control connection's and the app channel's round trips, against two C processes with two pipes between them.
func roundTrips(_ stage: Stage, batches: Int) throws -> [Figure] {
  progress("round trips, \(batches) batches")
  let tiny = "org.roost.bench.tiny"
  let daemon = try stage.daemon([stage.notes, try stage.bundle("tiny", id: tiny)])
  let client = try ControlClient(socket: daemon.socket)

  var control = Samples()
  var raw = Samples(), hop = Samples(), socket = Samples()
  var channel: [String: Samples] = [:]
  for id in [tiny, stage.notesID] {
    try client.launch(id)
    for _ in 0..<batches {
      raw.append(contentsOf: try pingPong(stage, rounds: perBatch).values)
      hop.append(contentsOf: try pingPong(stage, "hop", rounds: perBatch).values)
      socket.append(contentsOf: try pingPong(stage, "socket", rounds: perBatch).values)
      for _ in 0..<perBatch {
        var empty = Samples()
        try empty.time { _ = try client.call(DaemonInterface.GetVersion()) }
        control.append(empty.p50)
        var whole = Samples()
        try whole.time { _ = try client.call(AppsInterface.SendInput(id: id, input: #"{"type":"tap"}"#)) }
        channel[id, default: Samples()].append(whole.p50 - empty.p50)
      }
    }
  }
  return [
    Figure(
      what: "event to ack of a C app without a sandbox, against a raw two-pipe ping-pong",
      result: .ratio(ours: channel[tiny] ?? Samples(), baseline: raw, atMost: 2)),
    Figure(
      what: "event to ack of a UIKit app without a sandbox, against a raw two-pipe ping-pong",
      result: .ratio(ours: channel[stage.notesID] ?? Samples(), baseline: raw, atMost: 2)),
    Figure(
      what: "  of that the kernel's part, by a C program whose main thread answers for one that reads",
      result: .compared(hop, baseline: raw)),
    Figure(what: "control round trip on an open connection", result: .median(control, under: 40_000)),
    Figure(
      what: "  of that the kernel's part, by two C programs with a socket and epoll_wait",
      result: .compared(socket, baseline: raw)),
    Figure(
      what: "roostctl apps, the whole process",
      result: .median(try listing(stage, ["apps", "--socket", daemon.socket]), under: 4_000_000)),
    Figure(
      what: "  of that its start and end alone: roostctl --version",
      result: .part(try listing(stage, ["--version"]))),
  ]
}

private let perBatch = 100

private func listing(_ stage: Stage, _ words: [String]) throws -> Samples {
  progress("roostctl \(words[0]), 100 times")
  let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
  defer { close(null) }
  var samples = Samples()
  for _ in 0..<100 {
    rest()
    try samples.time {
      try Spawned(stage.roostctl, words, descriptors: [(null, STDOUT_FILENO)]).wait()
    }
  }
  return samples
}
