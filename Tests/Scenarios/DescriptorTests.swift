// Descriptors that an app or a client sends to the daemon do not make it wait.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.timeLimit(.minutes(40))) struct DescriptorTests {
  /// Connects a TCP socket whose last close waits for an hour, as nobody reads what has been written (socket(7),
  /// SO_LINGER), and sends it with a line over the socket in `where`, to be closed by its reader. Says at the end
  /// whether it could be sent.
  private static let linger = """
    import array, os, socket, struct, sys
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    listener.bind(("127.0.0.1", 0))
    listener.listen(1)
    lingering = socket.create_connection(listener.getsockname())
    reader = listener.accept()[0]
    lingering.setblocking(False)
    try:
      while True:
        lingering.send(b"x" * 65536)
    except BlockingIOError:
      pass
    lingering.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 3600))
    def send_over(where, line):
      try:
        descriptors = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [lingering.fileno()]))
        where.sendmsg([line], [descriptors])
        lingering.close()
        print("sent", flush=True)
      except OSError as error:
        print(os.strerror(error.errno), flush=True)
    """

  private static let tells = ["sent", "Operation not permitted"]

  @Test("A client that sends a socket which is slow to close holds up no other client")
  func client() throws {
    let test = try TestDevice()
    let output = "/tmp/roost-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).out"
    defer { try? FileManager.default.removeItem(atPath: output) }
    let code =
      Self.linger + """

        control = socket.socket(socket.AF_UNIX)
        control.connect(sys.argv[1])
        send_over(control, b'{"method":"org.roost.Apps.List"}\\0')
        if sys.argv[2] == "closes":
          control.close()
        __import__("signal").pause()
        """
    for end in ["closes", "stays"] {
      let hostile = try Program(
        "/usr/bin/env", ["python3", "-c", code, test.daemon.socket, end], output: output, errors: "/dev/null")
      defer { hostile.signal(SIGKILL) }
      try eventually("it has sent it, or was refused") {
        Self.tells.contains { (try? String(contentsOfFile: output, encoding: .utf8))?.contains($0) == true }
      }
      for _ in 0..<3 { _ = try test.device.apps() }
      try FileManager.default.removeItem(atPath: output)
    }
    #expect(try test.notes.launch().state == .active)
  }

  @Test("A program that notifies with a socket which is slow to close holds up nobody")
  func notification() throws {
    let code =
      Self.linger + """

        where = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        where.connect(os.environ["NOTIFY_SOCKET"])
        send_over(where, b"STATUS=here")
        while True:
          __import__("signal").pause()
        """
    let app = try ForeignApp.make("lingerer", "/usr/bin/env", ["python3", "-c", code])
    // In the sandbox it may not linger.
    let test = try TestDevice(apps: [app, try ScriptApp.make("calm", writes: "lines")], sandbox: false)
    let lingerer = test.device.app("com.example.lingerer")
    try lingerer.launch()
    try eventually("it has sent it, or was refused") {
      Self.tells.contains { test.output(of: lingerer).contains($0) }
    }
    for _ in 0..<3 { _ = try test.device.apps() }
    #expect(try test.device.app("com.example.calm").launch().state == .active)
    try test.wait(for: .suspended, of: lingerer)
  }
}
