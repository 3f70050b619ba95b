// roostctl: the command line for a user or a script that controls roostd (roostctl(1)).
import ArgumentParser
import ControlAPI
import Glibc

let words = Array(CommandLine.arguments.dropFirst())
do {
  if let line = PlainLine(words) {
    try line.run()
    exit(0)
  }
  let line = CommandWords(words, of: Roostctl.self)
  if let mistake = line.mistake {
    Terminal.complain("\(mistake)")
    exit(2)
  }
  var command = try line.parsed()
  try command.run()
} catch let failure as CommandFailure {
  Terminal.complain("roostctl: \(TerminalText(lines: failure.description, indentation: "  "))")
  exit(failure.status)
} catch {
  // ArgumentParser's own statuses are sysexits(3)'s; ours are those of roostctl(1).
  let status = Roostctl.exitCode(for: error)
  let message = Roostctl.fullMessage(for: error)
  if status.isSuccess {
    Terminal.say(TerminalText(lines: message))
    exit(0)
  }
  Terminal.complain(TerminalText(lines: message))
  exit(2)
}
