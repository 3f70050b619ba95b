// Apps made up by a test: a bundle around a few lines of shell.
import Foundation
import RoostTesting

enum ScriptApp {
  /// A bundle `com.example.NAME` whose executable answers every event, after writing each line it reads to a file in
  /// its container. Lies in a directory that the system empties.
  static func make(_ name: String, writes file: String) throws -> String {
    try make(
      name,
      script: """
        #!/bin/sh
        echo '{"hello":{"protocol":1,"library":"test/1"}}' >&4
        while IFS= read -r line <&3; do
          printf '%s\\n' "$line" >>\(file)
          seq=${line#'{"seq":'}
          seq=${seq%%,*}
          echo "{\\"ack\\":$seq}" >&4
          case $line in *'"willTerminate"'*) exit 0 ;; esac
        done
        """)
  }

  static func make(_ name: String, script: String, mode: Int = 0o755, keys: [String: Any] = [:]) throws -> String {
    let bundle = "/tmp/roost-test-apps-\(getpid())-\(UInt32.random(in: 0 ... .max))/\(name).app"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    var info: [String: Any] = ["CFBundleIdentifier": "com.example.\(name)", "CFBundleExecutable": name]
    info.merge(keys) { _, given in given }
    let plist = try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
    try plist.write(to: URL(fileURLWithPath: bundle + "/Info.plist"))
    // Copied by a program of its own: what this process has open for writing is also open, for a moment, in whatever
    // another test starts just then, and a file that is open for writing is not executed (execve(2), ETXTBSY).
    try Data(script.utf8).write(to: URL(fileURLWithPath: bundle + ".script"))
    let copy = try Program(
      "/bin/cp", [bundle + ".script", "\(bundle)/\(name)"], output: "/dev/null", errors: "/dev/null")
    guard copy.wait() == 0 else { throw Unexpected("unable to write \(bundle)/\(name)") }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(bundle)/\(name)")
    return bundle
  }
}
