// A web server on this machine, for an app that downloads: it can stop in the middle, and says what it was asked for.
import Foundation
import RoostTesting

/// Serves one file at any path; a Python process that ends with its last reference.
final class FileServer {
  let content: Data
  private let directory = "/tmp/roost-test-server-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private let program: Program
  private let port: Int

  /// Of the file. One named `chunked` is sent in chunks, one named `endless` without a length.
  func url(_ name: String = "film") -> String { "http://127.0.0.1:\(port)/\(name).bin" }

  /// - Parameters:
  ///   - size: of the file, in bytes.
  ///   - pauseAfter: how much of the first answer is sent before the server waits for the end of the connection.
  init(size: Int, pauseAfter: Int) throws {
    var generator = SystemRandomNumberGenerator()
    content = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try content.write(to: URL(fileURLWithPath: directory + "/file"))
    program = try Program(
      "/usr/bin/env", ["python3", "-u", "-c", Self.script, directory + "/file", "\(pauseAfter)"],
      output: directory + "/said", errors: directory + "/errors")
    let said = directory + "/said"
    try eventually("the server listens") { Self.lines(said).first != nil }
    port = Int(Self.lines(said)[0]) ?? 0
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The files that were asked for: `whole`, or `from N if VERSION`; then `broken` when the asker went away before the
  /// end.
  var requests: [String] { Array(Self.lines(directory + "/said").dropFirst()) }

  /// From the next request on there is another file, of another version.
  func replace(with content: Data) throws {
    try content.write(to: URL(fileURLWithPath: directory + "/file"), options: .atomic)
  }

  private static func lines(_ path: String) -> [String] {
    ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  private static let script = """
    import hashlib, http.server, sys
    path, pause = sys.argv[1], int(sys.argv[2])

    class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"

      def log_message(self, *arguments):
        pass

      def do_GET(self):
        global pause
        with open(path, "rb") as file:
          content = file.read()
        version = '"' + hashlib.sha256(content).hexdigest()[:16] + '"'
        wanted, known = self.headers.get("Range"), self.headers.get("If-Range")
        start = int(wanted.split("=")[1].rstrip("-")) if wanted and known in (None, version) else 0
        print(f"from {wanted[6:-1]} if {'same' if known == version else 'other'}" if wanted else "whole")
        body = content[start:]
        if start and not body:
          self.send_response(416)
          self.send_header("Content-Range", f"bytes */{len(content)}")
          self.send_header("Content-Length", "0")
          return self.end_headers()
        self.send_response(206 if start else 200)
        self.send_header("ETag", version)
        if start:
          self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        if "chunked" in self.path:
          self.send_header("Transfer-Encoding", "chunked")
          body = b"".join(b"%x; a=b\\r\\n%s\\r\\n" % (len(part), part) for part in (body[:7], body[7:])) + b"0\\r\\n\\r\\n"
        elif "endless" not in self.path:
          self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.close_connection = True
        self.wfile.write(body[:pause] if pause else body)
        if pause:
          pause = 0
          self.rfile.read(1)
          print("broken")

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port)
    server.serve_forever()
    """
}
