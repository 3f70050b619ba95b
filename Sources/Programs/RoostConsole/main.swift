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
  @Option(help: "The address to listen on, or unix:PATH.") var listen = ListenPlace.loopback
  @Option(help: "The port to listen on; 0: any that is free.") var port: UInt16 = 0
  @Flag(help: "Print the address as JSON.") var json = false
}

func say(_ text: String, on descriptor: Int32) { text.withCString { _ = write(descriptor, $0, strlen($0)) } }

let arguments = Arguments.parseOrExit()
guard let place = ListenPlace(arguments.listen, port: arguments.port) else {
  say(
    "roost-console: unable to listen on \(arguments.listen): it is neither a numeric address, such as 192.0.2.1 or ::1, "
      + "nor unix: and an absolute path, which has no port\n", on: STDERR_FILENO)
  exit(2)
}
do throws(ListenError) {
  let server = try ConsoleServer(place, daemon: arguments.socket, files: Resources.files)
  if !server.place.isOnThisMachine {
    say(
      "roost-console: warning: the address with its token crosses the network in clear, and all who read it there have "
        + "the device; listen on 127.0.0.1, and forward the port with ssh -L\n", on: STDERR_FILENO)
  }
  say(
    arguments.json
      ? "\(JSON.object(["address": .string(server.address)]).text)\n"
      : "\(server.invitation); Ctrl-C ends the console\n", on: STDOUT_FILENO)
  server.run()
} catch {
  say("roost-console: \(error)\n", on: STDERR_FILENO)
  exit(1)
}
