// BX9 to BX12 with real processes: transfers that go on while their app is suspended, gone, or the daemon is killed.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct BackgroundTransferTests {
  /// An app that begins one transfer at its first launch, and writes down what it hears of it.
  private struct Fetching {
    let server: GateServer
    let test: TestDevice
    let device: Device
    let app: AppUnderTest

    init(
      _ path: String = "film", parameters: String = "", background: String = "", before: String = "pass"
    ) throws {
      server = try GateServer()
      let bundle = try PythonApp.make(
        "fetcher",
        on: [
          "didBecomeActive": """
          if not os.path.exists("begun"):
            open("begun", "w").close()
            \(before)
            reply = ask('beginTransfer', session='films', number=1, url='\(server.url(path))'\(parameters))
            note('begun' if 'result' in reply else str(reply['error']))
          """,
          "backgroundEvent": """
          note(event['kind'] + ' ' + event['payload']['session'])
          for one in ask('transfers', session='films')['result']['transfers']:
            note(' '.join(str(one.get(key)) for key in ('number', 'state', 'status', 'error')))
            note(str(one.get('file') or one.get('message')))
            with open('headers', 'w') as file:
              json.dump(one.get('headers'), file)
            note(str(ask('cancelTransfer', session='films', number=one['number'])))
          note(str(len(ask('transfers', session='films')['result']['transfers'])))
          """,
          "notification": """
          note(str([(one['state'], one.get('error')) for one in ask('transfers', session='films')['result']['transfers']]))
          """,
        ])
      test = try TestDevice(device: background.isEmpty ? "" : "[background]\n\(background)", apps: [bundle])
      device = test.device
      app = device.app("com.example.fetcher")
      try app.launch()
      try eventually("it has begun") { notes.first != nil }
      #expect(notes.first == "begun")
    }

    var notes: [String] { test.notes(of: app.id) }

    func sleep() throws {
      try device.home()
      #expect(try app.state == .suspended)
    }

    /// Half of it is here.
    func waitForHalf() throws {
      try eventually("half of it was sent") { server.said.contains("half") }
      try eventually("half of it is here") { parts.contains { $0 == server.content.count / 2 } }
    }

    /// The sizes of the parts.
    var parts: [Int] {
      let folder = test.daemon.stateDirectory + "/transfers"
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
        (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)"))?[.size] as? Int
      }
    }

    /// The pids of the daemon's roost-transfer.
    func helpers() throws -> [pid_t] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { pid in
        let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        return stat.contains("(roost-transfer)")
          && stat.split(separator: " ").dropFirst(3).first == "\(test.daemon.pid)"
      }
    }

    func waitUntilTold() throws {
      try eventually("the app is told") { notes.last == "0" }
    }

    /// The app was woken once, and all that was sent is in its container.
    func expectWhole() throws {
      try waitUntilTold()
      #expect(
        notes == [
          "begun", "backgroundTransfers films", "1 ended 200 None", "Library/Caches/transfer-1",
          notes[4], "0",
        ])
      #expect(test.file("Library/Caches/transfer-1", of: app) == server.content)
      let owner =
        try FileManager.default.attributesOfItem(
          atPath: test.container(of: app) + "/Library/Caches/transfer-1")[.ownerAccountID] as? UInt32
      let home = try FileManager.default.attributesOfItem(atPath: test.container(of: app))[.ownerAccountID] as? UInt32
      #expect(owner == home)
      #expect(parts.isEmpty)
    }
  }

  @Test("BX9 BX10 a download goes on while its app is suspended, which is woken when it has ended")
  func suspended() throws {
    let fetching = try Fetching()
    try fetching.waitForHalf()
    try fetching.sleep()
    let start = fetching.test.events.now
    fetching.server.open()
    try fetching.expectWhole()
    try fetching.test.wait(for: .suspended, of: fetching.app, from: start)
    #expect(fetching.test.events.states(of: fetching.app.id, from: start) == [.background, .suspended])
    #expect(fetching.server.said == ["GET film", "half"])
  }

  @Test(
    "BX9 BX10 LA4 a download outlives its app, which is killed under memory pressure and launched when it has ended")
  func killed() throws {
    let fetching = try Fetching()
    try fetching.waitForHalf()
    try fetching.sleep()
    try? fetching.device.press(.critical, free: 1 << 20)
    _ = try fetching.test.waitForEnd(of: fetching.app)
    try fetching.device.press(.normal)
    fetching.server.open()
    try fetching.expectWhole()
    #expect(fetching.server.said == ["GET film", "half"])
  }

  @Test("BX9 the daemon keeps nothing of transfers that have ended: no descriptor of fifty is left")
  func descriptors() throws {
    let code = """
      for number in range(50):
        ask('beginTransfer', session='films', number=number, url='http://127.0.0.1:1/none')
        ask('cancelTransfer', session='films', number=number)
      note('done')
      """
    let test = try TestDevice(apps: [try PythonApp.make("many", on: ["input": code])])
    let many = test.device.app("com.example.many")
    try many.launch()
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(test.daemon.pid)/fd").count
    }
    let before = try descriptors()
    try many.send(input: "{}")
    try eventually("all have been begun and cancelled") { test.notes(of: many.id) == ["done"] }
    // Each took two: its socket and its pidfd.
    try eventually("the descriptors of the last one are closed") { try descriptors() < before + 20 }
  }

  @Test("BX9 BX11 the daemon is killed half-way: the next one fetches the rest, and the app is told")
  func daemonKilled() throws {
    let fetching = try Fetching()
    try fetching.waitForHalf()
    try fetching.sleep()
    try fetching.test.daemon.restart(after: SIGKILL)
    try eventually("it is asked for the rest") { fetching.server.said.last == "GET film from 150000 if \"v1\"" }
    fetching.server.open()
    try fetching.expectWhole()
  }

  @Test("BX9 BX11 daemon and app are gone, as after a power cut: the next daemon begins again, and launches the app")
  func allGone() throws {
    let fetching = try Fetching()
    try fetching.waitForHalf()
    try fetching.sleep()
    try fetching.test.daemon.restart(after: SIGTERM)
    try eventually("it is asked for the rest") { fetching.server.said.last == "GET film from 150000 if \"v1\"" }
    fetching.server.open()
    try fetching.expectWhole()
  }

  @Test(
    "BX11 a server that breaks off half-way is asked for the rest; one that names no version, or sends none of it, more or of another, for the whole"
  )
  func broken() throws {
    let fetching = try Fetching("breaking")
    fetching.server.open()
    try fetching.expectWhole()
    #expect(fetching.server.said == ["GET breaking", "half", "GET breaking from 150000 if \"v1\""])

    let early = try Fetching("early")
    early.server.open()
    try early.expectWhole()
    #expect(
      early.server.said == [
        "GET early", "half", "GET early from 150000 if \"v1\"", "GET early from 150010 if \"v1\"",
      ])

    for path in ["altered", "short", "none", "late"] {
      let other = try Fetching(path)
      other.server.open()
      try other.expectWhole()
      #expect(other.server.said == ["GET \(path)", "half", "GET \(path) from 150000 if \"v1\"", "GET \(path)", "half"])
    }

    let whole = try Fetching("whole")
    whole.server.open()
    try whole.expectWhole()
    #expect(
      whole.server.said.filter { $0.hasPrefix("GET") } == [
        "GET whole", "GET whole from 150000 if \"v1\"", "GET whole",
      ])

    for path in ["unnamed", "odd"] {
      let unnamed = try Fetching(path)
      unnamed.server.open()
      try unnamed.expectWhole()
      #expect(unnamed.server.said == ["GET \(path)", "half", "GET \(path)", "half"])
    }
  }

  @Test("BX11 the helper has few rights; one that is killed is followed by another, which fetches the rest")
  func helper() throws {
    let fetching = try Fetching()
    try fetching.waitForHalf()
    let helper = try #require(try fetching.helpers().first)
    let status = try String(contentsOfFile: "/proc/\(helper)/status", encoding: .utf8)
    func value(_ key: String) -> String {
      status.split(separator: "\n").first { $0.hasPrefix(key + ":") }?.split(separator: "\t").dropFirst()
        .joined(separator: " ") ?? ""
    }
    if geteuid() == 0 {
      #expect(value("Uid") == "65522 65522 65522 65522")
      let limits = try String(contentsOfFile: "/proc/\(helper)/limits", encoding: .utf8)
      #expect(limits.split(separator: "\n").contains { $0.hasPrefix("Max processes") && $0.contains(" 1024 ") })
    }
    #expect(value("NoNewPrivs") == "1")
    #expect(value("Seccomp") == "2")
    #expect(value("CapEff") == "0000000000000000")
    kill(helper, SIGKILL)
    fetching.server.open()
    try fetching.expectWhole()
    #expect(fetching.server.said == ["GET film", "half", "GET film from 150000 if \"v1\""])
    #expect(try fetching.helpers().isEmpty)
  }

  @Test(
    "BX11 a hostile server meets a limit, and the app is told which",
    arguments: [
      ("body", "tooLarge", "there is room for"), ("header", "badAnswer", "header"), ("away", "redirect", "redirects"),
      ("slow", "timedOut", "silent for too long"), ("garbage", "badAnswer", "not valid"),
    ])
  func hostile(_ path: String, _ error: String, _ words: String) throws {
    let fetching = try Fetching(
      path, background: "transfer-quota = 1\ntransfer-stall = \"2s\"\ntransfer-attempts = 1")
    try fetching.waitUntilTold()
    #expect(fetching.notes[2] == "1 ended None \(error)")
    #expect(fetching.notes[3].contains(words), "\(fetching.notes[3])")
    try eventually("the part is gone") { fetching.parts.isEmpty }
    #expect(try fetching.device.app(fetching.app.id).state == .active)
  }

  @Test("BX5 the user ends the app: its transfer stops, its part goes, and it learns that at its next launch")
  func forceQuit() throws {
    let fetching = try Fetching()
    try fetching.waitForHalf()
    try fetching.app.quit()
    try eventually("the part is gone") { fetching.parts.isEmpty }
    fetching.server.open()
    try fetching.app.launch()
    try fetching.device.notify(.proximity(true))
    try eventually("it has looked") { fetching.notes.count > 1 }
    #expect(fetching.notes == ["begun", "[('ended', 'cancelled')]"])
  }

  @Test("BX9 a transfer for Wi-Fi alone stops on a cellular network, and fetches the rest on Wi-Fi")
  func wifiAlone() throws {
    let fetching = try Fetching(parameters: ", cellular=False")
    try fetching.waitForHalf()
    try fetching.device.notify(.network(.cellular))
    try eventually("nobody fetches it") { try fetching.helpers().isEmpty }
    fetching.server.open()
    #expect(fetching.server.said == ["GET film", "half"])
    try fetching.device.notify(.network(.wifi))
    try fetching.expectWhole()
    #expect(fetching.server.said == ["GET film", "half", "GET film from 150000 if \"v1\""])
  }

  @Test("BX10 an app has the header fields of the answer that are valid, 64 of them at most")
  func headers() throws {
    let fetching = try Fetching("fields")
    try fetching.waitUntilTold()
    #expect(fetching.notes[2] == "1 ended 200 None")
    let file = try #require(fetching.test.file("headers", of: fetching.app))
    let headers = try #require(try JSONSerialization.jsonObject(with: file) as? [String: String])
    #expect(headers["Content-Type"] == "video/mp4" && headers["Set-Cookie"] == "a=1, b=\"2\"")
    #expect(headers.count == 64 && headers["X-0"] == "y")
    for name in ["X-Early", "X-Trailer", "X-Bell", "X-Long", "X-ä", "X-199"] {
      #expect(headers[name] == nil, "\(name)")
    }
  }

  @Test("BX11 the header of a file that is larger than the quota is had: nothing of the file comes with it")
  func headerAlone() throws {
    let fetching = try Fetching("vast", parameters: ", httpMethod='HEAD'", background: "transfer-quota = 1")
    try fetching.waitUntilTold()
    #expect(fetching.notes[2] == "1 ended 200 None" && fetching.server.said == ["HEAD vast"])
  }

  @Test("BX9 a server that redirects to another host leads no secret there, and no server has the secret of a proxy")
  func secrets() throws {
    let fetching = try Fetching(
      "elsewhere",
      parameters: """
        , headers={'Authorization': 'Basic a', 'Cookie': 'b=c', 'proxy-authorization': 'Basic d', 'X-Mine': 'e'}
        """)
    try fetching.waitUntilTold()
    #expect(fetching.notes[2] == "1 ended 200 None")
    #expect(
      fetching.server.said == [
        "GET elsewhere", "Authorization: Basic a", "Cookie: b=c", "Proxy-Authorization: None", "X-Mine: e",
        "GET secrets", "Authorization: None", "Cookie: None", "Proxy-Authorization: None", "X-Mine: e",
      ])
  }

  @Test("BX9 BX11 the header fields of a transfer that was resumed are those of the whole")
  func resumedHeaders() throws {
    let fetching = try Fetching("breaking")
    fetching.server.open()
    try fetching.expectWhole()
    let file = try #require(fetching.test.file("headers", of: fetching.app))
    let headers = try #require(try JSONSerialization.jsonObject(with: file) as? [String: String])
    #expect(headers["ETag"] == "\"v1\"" && headers["Content-Length"] == "300000" && headers["Content-Range"] == nil)
  }

  @Test("BX9 the file of a transfer takes no other's place, also where a later daemon counts from one again")
  func keptFiles() throws {
    let fetching = try Fetching()
    let app = fetching.app.id
    fetching.server.open()
    try fetching.expectWhole()
    try FileManager.default.removeItem(atPath: fetching.test.container(of: fetching.app) + "/begun")
    try fetching.test.daemon.restart(after: SIGTERM)
    try Device(socket: fetching.test.daemon.socket).app(app).launch()
    try eventually("it is told again") { fetching.notes.count { $0 == "0" } == 2 }
    #expect(fetching.notes.suffix(3).first == "Library/Caches/transfer-1-2", "\(fetching.notes)")
    for name in ["transfer-1", "transfer-1-2"] {
      #expect(fetching.test.file("Library/Caches/\(name)", of: fetching.app) == fetching.server.content)
    }
  }

  @Test("BX9 a file of the container is sent, and the answer is a file there; no link leads out of it")
  func sends() throws {
    let sending = try Fetching(
      "keep", parameters: ", httpMethod='PUT', file='Documents/a'",
      before: "open('Documents/a', 'w').write('b' * 100000)")
    try sending.waitUntilTold()
    #expect(sending.notes[2] == "1 ended 201 None")
    #expect(sending.server.kept == Data(repeating: UInt8(ascii: "b"), count: 100_000))
    #expect(sending.test.file("Library/Caches/transfer-1", of: sending.app) == Data("done".utf8))

    let linked = try Fetching(
      "keep", parameters: ", httpMethod='PUT', file='Documents/a'", before: "os.symlink('/etc/passwd', 'Documents/a')")
    try linked.waitUntilTold()
    #expect(linked.notes[2] == "1 ended None noFile")
    #expect(linked.server.said.isEmpty)
  }

  @Test("BX9 requests that cannot be carried out are refused with the reason, and the app lives")
  func nonsense() throws {
    let app = try PythonApp.make(
      "nonsense",
      on: [
        "didBecomeActive": """
        def code(reply): return reply.get('error', {}).get('code', 'done')
        for url in ['file:///etc/passwd', '', 'http://a b', 'x' * 9000]:
          note(code(ask('beginTransfer', session='a', number=1, url=url)))
        note(code(ask('beginTransfer', session='a', number=-1, url='http://127.0.0.1:1/')))
        note(code(ask('beginTransfer', session='a' * 300, number=1, url='http://127.0.0.1:1/')))
        note(code(ask('beginTransfer', session='a', number=1, url='http://127.0.0.1:1/', headers={'A': 'b\\r\\nC: d'})))
        note(code(ask('cancelTransfer', session='a', number=7)))
        for number in range(65):
          last = ask('beginTransfer', session='a', number=number, url='http://127.0.0.1:1/', earliest=4102444800)
        note(code(last))
        note(code(ask('beginTransfer', session='a', number=0, url='http://127.0.0.1:1/')))
        note(str(len(ask('transfers', session='a')['result']['transfers'])))
        """
      ])
    let test = try TestDevice(apps: [app])
    try test.device.app("com.example.nonsense").launch()
    #expect(
      test.notes(of: "com.example.nonsense") == [
        "BadTransfer", "BadTransfer", "BadTransfer", "TooLarge", "BadTransfer", "TooLarge", "BadTransfer",
        "UnknownTransfer", "TooMany", "TransferExists", "64",
      ])
  }
}
