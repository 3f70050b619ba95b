// Apps made up by a test: a bundle around a few lines of shell.
import Foundation
import RoostTesting

enum ScriptApp {
  /// A bundle `com.example.NAME` whose executable answers every event, after writing each line it reads to a file in
  /// its container. Lies in a folder that goes with the test process.
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
    let bundle = MadeApps.newFolder() + "/\(name).app"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    var info: [String: Any] = ["CFBundleIdentifier": "com.example.\(name)", "CFBundleExecutable": name]
    info.merge(keys) { _, given in given }
    let plist = try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
    try plist.write(to: URL(fileURLWithPath: bundle + "/Info.plist"))
    let draft = bundle + ".draft"
    try Data(script.utf8).write(to: URL(fileURLWithPath: draft))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: draft)
    // Copied by another process: a process that this one forks at the moment would hold the file open for writing, and
    // one that is cannot be executed (ETXTBSY, execve(2)).
    let copy = try Program(
      "/bin/cp", ["--preserve=mode", draft, "\(bundle)/\(name)"], output: "/dev/null", errors: "/dev/null")
    guard copy.wait() == 0 else { throw Unexpected("unable to copy \(draft)") }
    return bundle
  }
}
