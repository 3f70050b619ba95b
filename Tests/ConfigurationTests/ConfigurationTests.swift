// The configuration: defaults, files, drop-ins, the command line, and errors that lead to the line.
import Foundation
import LifecycleModel
import Logging
import TestFolders
import Testing

@testable import DaemonConfiguration
@testable import Settings

@Suite struct ConfigurationTests {
  let folder: TestFolder
  private let root = Configuration.Surroundings(isRoot: true, environment: [:])
  init() throws { folder = try TestFolder() }

  private func load(_ text: String) throws -> Configuration {
    try Configuration.load(file: folder.write("roostd.toml", text), in: root)
  }

  private func problems(_ text: String) throws -> [ConfigurationError.Problem] {
    do {
      _ = try load(text)
      return []
    } catch let error as ConfigurationError {
      return error.problems
    }
  }

  /// config/roostd.toml of this repository.
  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../config/roostd.toml").standardized.path

  @Test("the shipped file is right, and says what is built in")
  func shippedFile() throws {
    #expect(try Configuration.load(file: Self.shipped, in: root) == Configuration(in: root))
    let text = try String(contentsOfFile: Self.shipped, encoding: .utf8)
    let keys = text.split(separator: "\n").map { line in
      line.wholeMatch(of: #/# [a-z-]+ = .*/#) == nil ? line : line.dropFirst(2)
    }
    #expect(try load(keys.joined(separator: "\n")) == Configuration(in: root), "with every default written out")
    let written = keys.compactMap { $0.prefixMatch(of: #/([a-z-]+) = /#)?.1 }.sorted()
    #expect(written.map(String.init) == Setting.keys.values.flatMap(\.self).sorted(), "it shows every key")
  }

  @Test("every key has its effect")
  func everyKey() throws {
    let all = try load(
      """
      [paths]
      runtime-dir = "/r"
      state-dir = "/s"
      apps = ["/a", "/b"]
      [control]
      group = "staff"
      [device]
      profile = "modern"
      foreground-slots = 2
      multitasking = false
      [deadlines]
      come-forward = "7s"
      leave = "500ms"
      terminate = "1.5s"
      background-tasks = "1min"
      expiration = "2s"
      event = "3s"
      [memory]
      order = "least-recently-used"
      push-out = false
      stalls = false
      stall-warning = "full 1ms"
      stall-urgent = ""
      stall-critical = "full 2s"
      [apps]
      sandbox = "require"
      tasks = 100
      [cgroups]
      use = false
      [sources]
      logind = false
      upower = true
      displays = false
      network = false
      accessory-nodes = ["/dev/tty[A-Z]*"]
      [push]
      mqtt-broker = "mqtts://[::1]"
      device = "kitchen"
      username = "roost"
      password-file = "/p"
      tls-ca-file = "/ca"
      [log]
      level = "debug"
      app-output = "file"
      [exits]
      keep = 10
      age = "2h"
      """)
    var expected = Configuration(in: root)
    expected.runtimeDirectory = "/r"
    expected.stateDirectory = "/s"
    expected.appDirectories = ["/a", "/b"]
    expected.controlGroup = "staff"
    expected.policy = Policy(
      launch: .seconds(20), comeForward: .seconds(7), leave: .milliseconds(500), terminate: .milliseconds(1500),
      backgroundTasks: .seconds(60), expiration: .seconds(2), foregroundSlots: 2, multitasking: false)
    expected.policy.event = .seconds(3)
    expected.policy.memory.order = .leastRecentlyUsedFirst
    expected.pushesOut = false
    (expected.sandbox, expected.appTasks) = (.required, 100)
    expected.usesCgroups = false
    expected.stalls = StallSettings(
      isOn: false, warning: StallThreshold(share: .full, stall: .milliseconds(1)), urgent: nil,
      critical: StallThreshold(share: .full, stall: .seconds(2)))
    expected.sources = [.upower, .timedate, .locale, .clock, .accessories]
    expected.accessoryNodes = ["/dev/tty[A-Z]*"]
    expected.push = PushSettings(
      broker: BrokerAddress("mqtts://[::1]:8883"), topic: PushTopic(device: "kitchen"), username: "roost",
      passwordFile: "/p", authorityFile: "/ca")
    expected.logLevel = .debug
    expected.appOutput = .file
    expected.exits = .init(keep: 10, age: .seconds(7200))
    #expect(all == expected)
  }

  @Test("in virtual time nobody listens to the network of the machine, and the other sources go on")
  func virtualTime() {
    var configuration = Configuration(in: root)
    #expect(configuration.listenedSources == Set(DeviceSource.allCases))
    configuration.virtualTime = true
    #expect(configuration.listenedSources == Set(DeviceSource.allCases).subtracting([.network]))
  }

  @Test("drop-ins are read after the file, in name order, and the command line wins")
  func order() throws {
    try folder.write("roostd.conf.d/20-b.toml", "[deadlines]\nleave = \"3s\"\n[device]\nprofile = \"modern\"")
    try folder.write("roostd.conf.d/10-a.toml", "[deadlines]\nleave = \"2s\"\nterminate = \"2s\"")
    try folder.write("roostd.conf.d/notes.txt", "garbage")
    let file = try folder.write("roostd.toml", "[deadlines]\nleave = \"1s\"\nlaunch = \"1s\"\n[log]\nlevel = \"error\"")
    let loaded = try Configuration.load(
      file: file, overriding: .init(runtimeDirectory: "/x", appDirectories: ["apps"], logLevel: "debug"), in: root)
    #expect(loaded.policy.leave == .seconds(3))
    #expect(loaded.policy.terminate == .seconds(2))
    #expect(loaded.policy.launch == .seconds(1), "a key wins over the profile, whichever file it is in")
    #expect(loaded.policy.comeForward == .seconds(10))
    #expect(loaded.runtimeDirectory == "/x")
    #expect(loaded.appDirectories == [FileManager.default.currentDirectoryPath + "/apps"])
    #expect(loaded.logLevel == .debug)
  }

  @Test("a file that was asked for must be there; the default one need not")
  func missingFile() throws {
    #expect(throws: ConfigurationError.self) { try Configuration.load(file: folder.path + "/none.toml", in: root) }
    let user = Configuration.Surroundings(isRoot: false, environment: ["HOME": folder.path])
    #expect(try Configuration.load(in: user) == Configuration(in: user))
  }

  @Test("apps have users of their own unless the file says another one, and root is written out")
  func appUsers() throws {
    #expect(try load("").appUser == .own)
    #expect(try load("[apps]\nuser = \"\"").appUser == .own)
    #expect(try load("[apps]\nuser = \"root\"").appUser == .root)
    #expect(try load("[apps]\nuser = \"roost-app\"").appUser == .shared("roost-app"))
    #expect(try load("[apps]\nusers = \"50000-59999\"").appUserRange.ids == 50_000...59_999)
    let problem = try #require(try problems("[apps]\nusers = \"65000-66000\"").first)
    #expect(problem.line == 2 && problem.message.contains("without 65521, 65534 and 65535"), "\(problem)")
  }

  @Test("the machine's own daemon is root's, in root's directories; no other names users to the machine")
  func machines() throws {
    #expect(try load("").isMachines == (geteuid() == 0))
    #expect(try !load("[paths]\nruntime-dir = \"/tmp/run\"").isMachines)
    #expect(try !load("[paths]\nstate-dir = \"/tmp/state\"").isMachines)
  }

  @Test("a user's daemon lives in the XDG directories")
  func userDefaults() {
    let plain = Configuration(
      in: .init(isRoot: false, environment: ["HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/user/7"]))
    #expect(plain.runtimeDirectory == "/run/user/7/roost")
    #expect(plain.stateDirectory == "/home/u/.local/state/roost")
    #expect(plain.appDirectories.first == "/home/u/.local/share/roost/apps")
    let moved = Configuration(
      in: .init(isRoot: false, environment: ["HOME": "/home/u", "XDG_STATE_HOME": "/st", "XDG_DATA_HOME": "relative"]))
    #expect(moved.stateDirectory == "/st/roost")
    #expect(moved.runtimeDirectory == "/st/roost/run")
    #expect(moved.appDirectories.first == "/home/u/.local/share/roost/apps")
  }

  @Test("an unknown key or section names file, line and the one that was meant")
  func unknownKeys() throws {
    let found = try problems(
      "[log]\nlevel = \"info\"\n\n[deadlines]\nlunch = \"5s\"\n\n[devise]\nprofile = \"modern\"\n")
    let file = folder.path + "/roostd.toml"
    #expect(
      found.map(\.description) == [
        "\(file):5: deadlines.lunch: no such key; did you mean launch?",
        "\(file):7: devise: no such section; did you mean device?",
      ])
    #expect(try problems("zzzzzzzz = 1").first?.message.contains("are apps, background, cgroups, control") == true)
    #expect(try problems("log = 1").first?.message.contains("[log]") == true)
  }

  @Test(
    "a wrong type or value names file, line, key and what is expected",
    arguments: [
      ("[deadlines]\nlaunch = 5", 2, "deadlines.launch", "5 is not a duration such as \"5s\""),
      ("[deadlines]\n\n# x\nlaunch = \"5 s\"", 4, "deadlines.launch", "\"5 s\" is not"),
      ("[deadlines]\nlaunch = \"0s\"", 2, "deadlines.launch", "from 10ms"),
      ("[deadlines]\nlaunch = \"2h\"", 2, "deadlines.launch", "to 1h"),
      ("deadlines.launch = \"-1s\"", 1, "deadlines.launch", "is not"),
      ("deadlines = { launch = true }", 1, "deadlines.launch", "true is not"),
      ("[device]\nforeground-slots = 0", 2, "device.foreground-slots", "from 1 to 32"),
      ("[device]\nforeground-slots = 1.5", 2, "device.foreground-slots", "1.5 is not"),
      (
        "[device]\nprivacy = \"perhaps\"", 2, "device.privacy", "one of \"grant\", \"ask\", \"deny\""
      ),
      ("[device]\nmultitasking = \"yes\"", 2, "device.multitasking", "true or false"),
      ("[device]\nprofile = \"fast\"", 2, "device.profile", "one of \"default\", \"modern\""),
      ("[paths]\nstate-dir = \"here\"", 2, "paths.state-dir", "an absolute path"),
      ("[paths]\napps = \"/a\"", 2, "paths.apps", "a list"),
      ("[paths]\napps = [\"/a\", 3]", 2, "paths.apps", "3 is not"),
      ("[apps]\nsandbox = \"yes\"", 2, "apps.sandbox", "true, false or \"require\""),
      ("[apps]\ntasks = 4", 2, "apps.tasks", "from 16 to 32768"),
      ("[control]\ngroup = \"a b\"", 2, "control.group", "the name of a group"),
      ("[memory]\norder = \"smallest\"", 2, "memory.order", "one of \"largest\", \"least-recently-used\""),
      ("[memory]\nstall-urgent = \"most 1s\"", 2, "memory.stall-urgent", "such as \"some 200ms\""),
      ("[memory]\nstall-urgent = \"some 3s\"", 2, "memory.stall-urgent", "from 1ms to 2s"),
      ("[memory]\nstall-urgent = \"some\"", 2, "memory.stall-urgent", "is not"),
      ("[memory]\nstall-urgent = 200", 2, "memory.stall-urgent", "200 is not"),
      ("[sources]\nupower = \"no\"", 2, "sources.upower", "true or false"),
      ("[sources]\naccessory-nodes = \"/dev/x*\"", 2, "sources.accessory-nodes", "a list"),
      ("[sources]\naccessory-nodes = [\"x*\"]", 2, "sources.accessory-nodes", "an absolute path"),
      ("[sources]\naccessory-nodes = [\"/dev/*/by-id/x\"]", 2, "sources.accessory-nodes", "in it, such as"),
      ("[sources]\naccessory-nodes = [\"/dev/by-id/\"]", 2, "sources.accessory-nodes", "in it, such as"),
      ("[push]\nmqtt-broker = \"localhost\"", 2, "push.mqtt-broker", "a broker such as \"mqtt://localhost:1883\""),
      ("[push]\nmqtt-broker = true", 2, "push.mqtt-broker", "true is not a broker"),
      ("[push]\n\ndevice = \"a/b\"", 3, "push.device", "a name of up to 64 bytes"),
      ("[push]\nusername = 1", 2, "push.username", "a user's name"),
      ("[push]\nusername = \"u\"\npassword-file = \"secret\"", 3, "push.password-file", "an absolute path"),
      ("[push]\npassword-file = \"/p\"", 2, "push.password-file", "set username as well"),
      (
        "[push]\nmqtt-broker = \"mqtt://h\"\ntls-ca-file = \"/c\"", 3, "push.tls-ca-file",
        "begin mqtt-broker with mqtts://"
      ),
      ("[log]\nlevel = \"loud\"", 2, "log.level", "one of"),
      ("[exits]\nkeep = 99999999", 2, "exits.keep", "to 1000000"),
      ("[exits]\nage = 2020-01-01", 2, "exits.age", "a date or time"),
    ])
  func badValues(text: String, line: Int, key: String, message: String) throws {
    let found = try problems(text)
    #expect(found.count == 1)
    #expect(found.first?.line == line)
    #expect(found.first?.key == key)
    #expect(found.first?.message.contains(message) == true, "\(found)")
  }

  @Test("text that is no TOML names the line")
  func syntax() throws {
    let found = try problems("[log]\nlevel = \n")
    #expect(found.first?.line == 2)
    #expect(try problems("[log]\nlevel = \"info\"\nlevel = \"info\"\n").first?.line == 3)
    #expect(try problems("a = \u{0}").first?.message.contains("UTF-8") == true)
    #expect(try problems(String(repeating: "a = [", count: 1) + String(repeating: "[", count: 100_000)).count == 1)
  }

  @Test(
    "TOML for which the parser would end the process is an error on its line",
    arguments: [
      "[\na]", "[/etc]", "[.a]", " [[ =]]", "[\u{e9}]", "\u{feff}[#]", "[a]\r\n[\r\n", "[{", "a = 1979-05-27T:0732",
      "a = 1979-05-27T07:32:00.x", "a = '''\n\"''''\n[=", "a = \"\\\"\"\n[=", "# \"\n[=", "a = [ } ]",
      "a = 1979-05-27 1, 2", "a = {b = [}]}",
    ])
  func assertions(text: String) throws {
    let found = try #require(try problems(text + "\n").first)
    #expect(found.message.hasPrefix("not valid TOML") && found.line != nil)
  }

  @Test("quotes, comments and lists may have what would be a mistake elsewhere")
  func quoted() throws {
    let text = "# [ 1979-05-27\n[ log ] # 7:30\nlevel = \"\"\"info\"\"\"\n['paths']\napps = [\n  '/[/1-2:3',\n]\n"
    #expect(try load(text).appDirectories == ["/[/1-2:3"])
    #expect(try load("[log]\nlevel = \"in\\u0066o\"\n").logLevel == .info)
  }

  @Test("all problems of all files are told at once")
  func allAtOnce() throws {
    try folder.write("roostd.conf.d/1.toml", "[")
    #expect(try problems("[log]\nlevel = 1\n[exits]\nkeep = 0\nages = 1\n").count == 4)
  }
}
