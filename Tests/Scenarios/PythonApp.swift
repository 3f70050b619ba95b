// Apps made up by a test in Python: what they do at each event, and nothing else.
import Foundation
import RoostTesting

enum PythonApp {
  /// For `functions`: `attempt(what, action)` notes whether a call succeeded, or its errno.
  static let attempts = """
    import errno
    def attempt(what, action):
      try:
        action()
        note(what + ": done")
      except OSError as error:
        note(what + ": " + errno.errorcode.get(error.errno, "refused"))

    """

  /// A bundle `com.example.NAME` that acknowledges every event after doing what `on` says for it: Python statements,
  /// which may use `event`, `say(message)`, `ask(method, **params)` and `send(method, **params)`,
  /// whose answer comes to the entry `reply`, and share global names. An event without an
  /// entry is acknowledged as it is; one whose entry sets `answer` carries it as its result; one whose entry sets
  /// `answer = later` is acknowledged by a later entry, with `finish(seq)`.
  /// - Parameter functions: definitions that the entries may call.
  static func make(
    _ name: String, on: [String: String], functions: String = "", keys: [String: Any] = [:]
  ) throws -> String {
    let entries = on.sorted { $0.key < $1.key }.map { event, code in
      let body = code.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
      return "def on_\(event)(event):\n  global answer\n\(body)\n"
    }
    return try ScriptApp.make(
      name,
      script: """
        #!/usr/bin/env python3
        import json, os, sys
        replies = os.fdopen(4, "w", buffering=1)
        events = os.fdopen(3)
        os.set_inheritable(3, False)
        os.set_inheritable(4, False)
        later = object()
        answer = None
        waiting = []
        number = 0

        def say(message):
          replies.write(json.dumps(message) + "\\n")

        def note(text):
          with open("notes", "a") as file:
            file.write(text + "\\n")

        def finish(seq):
          say({"ack": seq})

        def send(method, **params):
          global number
          number += 1
          say({"request": number, "method": method, "params": params})

        def ask(method, **params):
          global number
          number += 1
          say({"request": number, "method": method, "params": params})
          while True:
            message = json.loads(events.readline())
            if message.get("reply") == number:
              return message
            waiting.append(message)

        \(functions)
        \(entries.joined(separator: "\n"))
        say({"hello": {"protocol": 1, "library": "python/1"}})
        while True:
          if waiting:
            event = waiting.pop(0)
          else:
            line = events.readline()
            if not line:
              sys.exit(0)
            event = json.loads(line)
          if "seq" not in event:
            if "on_reply" in globals():
              on_reply(event)
            continue
          answer = None
          handler = globals().get("on_" + event["event"])
          if handler:
            handler(event)
          if answer is not later:
            say({"ack": event["seq"], "result": answer} if answer is not None else {"ack": event["seq"]})
          if event["event"] == "willTerminate":
            sys.exit(0)
        """, keys: keys)
  }
}

extension PrivateDaemon {
  /// The notes of an app of ``PythonApp``, a line each.
  func notes(of app: String) -> [String] {
    let text = (try? String(contentsOfFile: "\(stateDirectory)/containers/\(app)/notes", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}

extension TestDevice {
  func notes(of app: String) -> [String] { daemon.notes(of: app) }
}
