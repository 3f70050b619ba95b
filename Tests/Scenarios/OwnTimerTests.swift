// An app that continues itself while it is suspended, by what it has asked of the kernel before.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct OwnTimerTests {
  @Test("BG4 where there are no cgroups, a child whose timer sends it SIGCONT runs no line while its app is suspended")
  func timer() throws {
    let app = try ScriptApp.make(
      "timer",
      script: """
        #!/usr/bin/env python3
        import ctypes, json, os, signal, time
        def say(message): os.write(4, (json.dumps(message) + "\\n").encode())
        class Event(ctypes.Structure):
          _fields_ = [("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("rest", ctypes.c_int * 13)]
        def beat():
          libc, timer = ctypes.CDLL(None), ctypes.c_void_p()
          handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda number: None)
          libc.signal(signal.SIGCONT, handler)
          libc.timer_create(1, ctypes.byref(Event(signal=signal.SIGCONT)), ctypes.byref(timer))
          libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 50_000_000, 0, 50_000_000), None)
          with open("beats", "ab", 0) as file:
            while True:
              file.write(b".")
              time.sleep(0.001)
        if os.fork() == 0:
          os.setsid()
          beat()
        say({"hello": {"protocol": 1, "library": "test/1"}})
        for line in os.fdopen(3):
          event = json.loads(line)
          while event.get("event") == "didBecomeActive" and not os.path.exists("beats"): time.sleep(0.001)
          if "seq" in event: say({"ack": event["seq"]})
          if event.get("event") == "willTerminate": os._exit(0)
        """)
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.timer").launch()
    try test.device.home()
    #expect(try test.device.app("com.example.timer").state == .suspended)
    let beats = URL(fileURLWithPath: "\(test.daemon.stateDirectory)/containers/com.example.timer/beats")
    let before = try Data(contentsOf: beats).count
    // Ten of its timer's times.
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try Data(contentsOf: beats).count == before)
  }
}
