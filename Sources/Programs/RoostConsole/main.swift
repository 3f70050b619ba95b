// roost-console: a device in the browser (roostctl(1), console). It speaks to the daemon as any other client does.
import ArgumentParser
import ConsoleServer
import ControlAPI
import Glibc
import WireJSON

struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roost-console", abstract: "Serve a device in the browser; `roostctl console` starts it.")
  @Option(help: "The daemon's control socket.") var socket = ControlClient.defaultSocket
  @Option(help: "The port of 127.0.0.1 to listen on; 0: any that is free.") var port: UInt16 = 0
  @Flag(help: "Print the address as JSON.") var json = false
}

func say(_ text: String, on descriptor: Int32) { text.withCString { _ = write(descriptor, $0, strlen($0)) } }

let arguments = Arguments.parseOrExit()
do throws(ListenError) {
  let server = try ConsoleServer(port: arguments.port, daemon: arguments.socket, files: Resources.files)
  say(
    arguments.json
      ? "\(JSON.object(["address": .string(server.address)]).text)\n"
      : "open \(server.address) in a browser; Ctrl-C ends the console\n", on: STDOUT_FILENO)
  server.run()
} catch {
  say("roost-console: \(error)\n", on: STDERR_FILENO)
  exit(1)
}
