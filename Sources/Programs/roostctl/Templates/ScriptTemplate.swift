// A new app in Python or POSIX shell: a bundle whose program reads one pipe and writes another (roost-agent(7)).

struct ScriptTemplate {
  let name: String
  let id: String

  var python: [TemplateFile] {
    [
      infoPlist(name, id: id),
      program(
        #"""
        #!/usr/bin/env python3
        """An app of roostd: it reads events from one pipe and answers each on another; see roost-agent(7)."""
        import json
        import os

        events = os.fdopen(int(os.environ["ROOST_EVENTS_FD"]), encoding="utf-8")
        replies = os.fdopen(int(os.environ["ROOST_REPLIES_FD"]), "w", encoding="utf-8")


        def send(message):
            replies.write(json.dumps(message) + "\n")
            replies.flush()


        def launch(event):
            """Within 5 s; the answer says that the app has taken it."""
            return {"handled": True}


        def active(event):
            print("active", flush=True)


        def background(event):
            """Save here: a suspended app may be ended without a word."""
            print("in the background", flush=True)


        def terminate(event):
            """Save here as well: the process ends after this."""


        handlers = {
            "launch": launch,
            "didBecomeActive": active,
            "didEnterBackground": background,
            "willTerminate": terminate,
            "willResignActive": lambda event: None,
            "willEnterForeground": lambda event: None,
            "memoryWarning": lambda event: None,
        }

        send({"hello": {"protocol": 1, "library": "python/1"}})
        for line in events:
            event = json.loads(line)
            ack = {"ack": event["seq"]}
            handler = handlers.get(event["event"])
            if handler is None:
                ack["unsupported"] = True
            elif (result := handler(event)) is not None:
                ack["result"] = result
            send(ack)
            if event["event"] == "willTerminate":
                break

        """#),
    ]
  }

  var shell: [TemplateFile] {
    [
      infoPlist(name, id: id),
      program(
        #"""
        #!/bin/sh
        # An app of roostd: it reads events from one pipe and answers each on another; see roost-agent(7).

        say() { printf '%s\n' "$1" >&"$ROOST_REPLIES_FD"; }

        say '{"hello":{"protocol":1,"library":"shell/1"}}'
        while IFS= read -r line <&"$ROOST_EVENTS_FD"; do
          # roostd writes "seq" first and "event" second, without spaces.
          seq=${line#'{"seq":'}
          seq=${seq%%,*}
          event=${line#*'"event":"'}
          event=${event%%'"'*}
          case $event in
            launch)
              # Within 5 s; the answer says that the app has taken it.
              say "{\"ack\":$seq,\"result\":{\"handled\":true}}" ;;
            didBecomeActive)
              echo active
              say "{\"ack\":$seq}" ;;
            didEnterBackground)
              # Save here: a suspended app may be ended without a word.
              echo 'in the background'
              say "{\"ack\":$seq}" ;;
            willResignActive | willEnterForeground | memoryWarning)
              say "{\"ack\":$seq}" ;;
            willTerminate)
              # Save here as well: the process ends after this.
              say "{\"ack\":$seq}"
              exit 0 ;;
            *)
              say "{\"ack\":$seq,\"unsupported\":true}" ;;
          esac
        done

        """#),
    ]
  }

  private func program(_ text: String) -> TemplateFile { TemplateFile(path: name, text: text, isExecutable: true) }
}
