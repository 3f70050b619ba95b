// A web server on this machine that sends half of a file and waits for the test, and that misbehaves where it is asked to.
import Foundation
import RoostTesting

/// Serves one file, from anywhere in it; a Python process that ends with its last reference.
final class GateServer {
  let content: Data
  private let directory = "/tmp/roost-test-gate-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private let program: Program
  private let port: Int

  /// - Parameter name: `fields` has header fields of all kinds, `film` waits half-way until ``open()``, and `breaking` breaks off there
  ///   once; `unnamed` does so and gives no version, `odd` one with a control character, `altered` sends the rest of another version,
  ///   `short` 50 bytes of the rest, `whole` all of the file, and `early`, `none` and `late` the rest in chunks, with fewer bytes than
  ///   they announce (once), none and more. `body` never ends, `header` neither, `slow` sends a header byte now and then, `vast` is for
  ///   HEAD, `away` redirects to a file of the machine, `elsewhere` to itself by another name, `keep` takes what is sent to it.
  func url(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

  init(size: Int = 300_000) throws {
    var generator = SystemRandomNumberGenerator()
    content = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try content.write(to: URL(fileURLWithPath: directory + "/file"))
    program = try Program(
      "/usr/bin/env", ["python3", "-u", "-c", Self.script, directory],
      output: directory + "/said", errors: directory + "/errors")
    let said = directory + "/said"
    try eventually("the server listens") { Self.lines(said).first != nil }
    port = Int(Self.lines(said)[0]) ?? 0
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Sends the rest, now and later.
  func open() { _ = FileManager.default.createFile(atPath: directory + "/open", contents: nil) }

  /// The requests, such as `GET film`, `GET film from 150000 if "v1"`, and `half` when that was sent.
  var said: [String] { Array(Self.lines(directory + "/said").dropFirst()) }

  /// The bodies that were sent to it.
  var kept: Data? { FileManager.default.contents(atPath: directory + "/kept") }

  private static func lines(_ path: String) -> [String] {
    ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  private static let script = """
    import http.server, os, sys, time
    folder = sys.argv[1]
    broken = set()

    class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"

      def log_message(self, *arguments):
        pass

      def say(self):
        span, version = self.headers.get("Range"), self.headers.get("If-Range")
        rest = f" from {span[6:-1]} if {version}" if span else ""
        print(f"{self.command} {self.path[1:]}{rest}")
        return int(span[6:-1]) if span and version == '"v1"' else 0

      def do_PUT(self):
        self.say()
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(folder + "/kept", "wb") as file:
          file.write(body)
        self.send_response(201)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"done")

      # More than there is room for, and none of it comes.
      def do_HEAD(self):
        self.say()
        self.send_response(200)
        self.send_header("Content-Length", str(1 << 40))
        self.end_headers()

      def do_GET(self):
        self.close_connection = True
        start = self.say()
        try:
          getattr(self, self.path[1:])(start)
        except OSError:
          print("left")

      def film(self, start):
        self.serve(start, named=True)

      def breaking(self, start):
        self.serve(start, named=True)

      def unnamed(self, start):
        self.serve(0, named=False)

      def altered(self, start):
        self.serve(start, named=True, version='"v2"' if start else '"v1"')

      def whole(self, start):
        self.serve(0, named=True)

      def content(self):
        with open(folder + "/file", "rb") as file:
          return file.read()

      # The head of an answer with a part, but for the end of the head.
      def partial(self, start, last, content):
        self.send_response(206)
        self.send_header("ETag", '"v1"')
        self.send_header("Content-Range", f"bytes {start}-{last}/{len(content)}")

      def short(self, start):
        if start == 0:
          return self.serve(0, named=True)
        content = self.content()
        self.partial(start, start + 49, content)
        self.send_header("Content-Length", "50")
        self.end_headers()
        self.wfile.write(content[start:start + 50])

      def early(self, start):
        self.chunks(start, lambda rest: rest[:10] if len(rest) == 150000 else rest)

      def none(self, start):
        self.chunks(start, lambda rest: b"")

      def late(self, start):
        self.chunks(start, lambda rest: rest + b"more")

      def chunks(self, start, change):
        if start == 0:
          return self.serve(0, named=True)
        content = self.content()
        self.partial(start, len(content) - 1, content)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        chunk = change(content[start:])
        self.wfile.write((b"%x\\r\\n" % len(chunk) + chunk + b"\\r\\n" if chunk else b"") + b"0\\r\\n\\r\\n")

      def odd(self, start):
        self.serve(0, named=True, version='"v\\x0b1"')

      def serve(self, start, named, version='"v1"'):
        content = self.content()
        self.send_response(206 if start else 200)
        if named:
          self.send_header("ETag", version)
        if start:
          self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        half = len(content) // 2
        if start < half:
          self.wfile.write(content[start:half])
          self.wfile.flush()
          print("half")
          if self.path != "/film" and self.path not in broken:
            broken.add(self.path)
            return
          while not os.path.exists(folder + "/open"):
            time.sleep(0.01)
          start = half
        self.wfile.write(content[start:])

      def fields(self, start):
        self.wfile.write(
          b"HTTP/1.1 103 Early Hints\\r\\nX-Early: 1\\r\\n\\r\\nHTTP/1.1 200 OK\\r\\n"
          b"Content-Type: video/mp4 \\t\\r\\nSet-Cookie: a=1\\r\\nset-cookie: b=\\"2\\"\\r\\nX-\\xc3\\xa4: name\\r\\n"
          b"X-Bell: a\\x07b\\r\\nX-Long: " + b"x" * 5000 + b"\\r\\nTransfer-Encoding: chunked\\r\\n")
        self.wfile.write(b"".join(b"X-%d: y\\r\\n" % number for number in range(200)))
        self.wfile.write(b"\\r\\n4\\r\\ndone\\r\\n0\\r\\nX-Trailer: 1\\r\\n\\r\\n")

      def body(self, start):
        self.send_response(200)
        self.end_headers()
        while True:
          self.wfile.write(b"x" * 65536)

      def header(self, start):
        self.send_response(200)
        while True:
          self.send_header("X-More", "x" * 1000)
          self.flush_headers()

      def slow(self, start):
        self.wfile.write(b"HTTP/1.1 200 OK\\r\\nX-Slow: ")
        while True:
          self.wfile.write(b"x")
          time.sleep(0.1)

      def away(self, start):
        self.send_response(302)
        self.send_header("Location", "file:///etc/passwd")
        self.send_header("Content-Length", "0")
        self.end_headers()

      # The next request may come as soon as this one is answered.
      def elsewhere(self, start):
        self.secrets_are()
        self.send_response(302)
        self.send_header("Location", f"http://localhost:{self.server.server_port}/secrets")
        self.send_header("Content-Length", "0")
        self.end_headers()

      def secrets(self, start):
        self.secrets_are()
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

      def secrets_are(self):
        for name in ("Authorization", "Cookie", "Proxy-Authorization", "X-Mine"):
          print(f"{name}: {self.headers.get(name)}")

      def garbage(self, start):
        self.wfile.write(b"\\x00\\x01\\x02 nonsense" * 100)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port)
    server.serve_forever()
    """
}
