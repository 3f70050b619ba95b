// The records of the kernel's audit log about refusals, and the entitlement that would have allowed each.
import Bundles
import CSeccomp
import Glibc
import Settings
import SystemPackage
import TestFolders
import Testing

@testable import Linux
@testable import Processes
@testable import Seccomp

@MainActor @Suite(.serialized, .timeLimit(.minutes(40))) struct RefusalTests {
  // MARK: Records

  private nonisolated static let socket = seccomp_syscall_resolve_name("socket")

  private func record(_ type: AuditType, _ text: String) -> AuditRecord? { AuditRecord(type, text: text.utf8) }

  @Test(
    "LA7 each call by which a process reaches into another is the refusal of a debugger",
    arguments: ["ptrace", "process_vm_readv", "process_vm_writev"])
  func tracing(call: String) {
    let text = "audit(1.2:3): uid=1 pid=2 comm=\"a\" exe=\"/a\" syscall=\(seccomp_syscall_resolve_name(call))"
    #expect(record(.systemCall, text) == .systemCall(.tracing, pid: 2, user: 1))
  }

  @Test("LA7 records as Linux 6.18 writes them")
  func records() {
    let call = """
      audit(1795336034.447:22): auid=4294967295 uid=70001 gid=0 ses=4294967295 pid=29066 comm="au2" exe="/tmp/au2" sig=0 \
      arch=c000003e syscall=\(Self.socket) compat=0 ip=0x7fed88b70dc7 code=0x50000
      """
    #expect(record(.systemCall, call) == .systemCall(.socket, pid: 29066, user: 70001))
    #expect(
      record(.access, "audit(1795336034.447:23): domain=1ab5da073 blockers=net.bind_tcp src=45678")
        == .access(domain: 0x1_ab5d_a073, blockers: ["net.bind_tcp"], path: nil, port: 45678))
    #expect(
      record(.access, "audit(1.2:3): domain=1 blockers=fs.read_file,fs.write_file path=\"/etc/a b\" dev=\"vda\" ino=1")
        == .access(domain: 1, blockers: ["fs.read_file", "fs.write_file"], path: "/etc/a b", port: nil))
    #expect(
      record(.access, "audit(1.2:3): domain=1 blockers=fs.read_dir path=2F610A62 dev=\"vda\" ino=1")
        == .access(domain: 1, blockers: ["fs.read_dir"], path: "/a\nb", port: nil))
    #expect(
      record(
        .domain,
        "audit(1.2:3): domain=1ab5da073 status=allocated mode=enforcing pid=29066 uid=0 exe=\"/tmp/au2\" comm=\"au2\"")
        == .domain(0x1_ab5d_a073, pid: 29066))
    #expect(record(.domain, "audit(1.2:3): domain=1 status=deallocated denials=2") == .domainEnded(1))
  }

  @Test("LA7 an app's own words in a record stand for nothing else")
  func words() {
    let call = "audit(1.2:3): uid=1 pid=2 comm=\"pid=3 uid=4\" exe=\"/a\" syscall=\(Self.socket) pid=5"
    #expect(record(.systemCall, call) == .systemCall(.socket, pid: 2, user: 1))
    let hexadecimal = "audit(1.2:3): uid=1 pid=2 comm=7069643D33 exe=\"/a\" syscall=\(Self.socket)"
    #expect(record(.systemCall, hexadecimal) == .systemCall(.socket, pid: 2, user: 1))
  }

  @Test("LA7 what is cut off, or of another shape, is no record")
  func damage() {
    let whole = "audit(1.2:3): uid=1 pid=2 comm=\"a\" exe=\"/a\" syscall=\(Self.socket)"
    for count in 0..<whole.utf8.count - 1 { #expect(record(.systemCall, String(whole.prefix(count))) == nil) }
    for text in ["", "=", "==\"", "a=\"", "domain=", "domain=x blockers=", "domain=1", "syscall=99999999999999999999"] {
      #expect(record(.systemCall, text) == nil && record(.access, text) == nil)
    }
    #expect(AuditRecord(message: []) == nil)
    #expect(AuditRecord(message: [UInt8](repeating: 0, count: 16)) == nil)
    #expect(record(.access, "domain=1 blockers= path=2") == .access(domain: 1, blockers: [], path: "2", port: nil))
  }

  // MARK: Entitlements

  private func missing(
    _ blockers: [String], path: String? = nil, port: UInt16? = nil, network: Entitlements.Network = .client,
    programs: Entitlements.Programs = .any
  ) -> MissingEntitlement? {
    var entitlements = Entitlements(network: network)
    entitlements.programs = programs
    return MissingEntitlement(
      blockers: blockers, path: path, port: port, entitlements,
      nodes: [SharedNode(kind: .camera, pattern: "/dev/video*"), SharedNode(kind: .gpu, pattern: "/dev/dri/*")],
      own: ["/state"])
  }

  @Test("LA7 the entitlement that was missing is named, and none where no entitlement would have helped")
  func entitlements() {
    #expect(missing(["net.bind_tcp"], port: 80) == .serving(port: 80))
    #expect(missing(["net.bind_tcp"], port: 80, network: .server) == nil)
    #expect(missing(["net.connect_tcp"], network: .closed) == .network)
    #expect(missing(["net.connect_tcp"]) == nil)
    #expect(missing(["fs.execute"], path: "/bin/true", programs: .bundle) == .program("/bin/true"))
    #expect(missing(["fs.execute"], path: "/state/a") == nil)
    #expect(missing(["fs.write_file"], path: "/dev/video0") == .device(.camera, path: "/dev/video0"))
    #expect(missing(["fs.write_file"], path: "/dev/dri/card0") == nil, "it has it: somebody else's rights were missing")
    #expect(missing(["fs.read_file"], path: "/srv/a") == .file("/srv/a"))
    for path in ["/state/a", "/state", "/usr/lib/a", "/etc/a"] {
      #expect(missing(["fs.write_file"], path: path) == nil)
    }
    #expect(missing(["fs.read_file"]) == nil)
    #expect(missing(["scope.signal"]) == nil)
    #expect(MissingEntitlement(.socket, Entitlements()) == nil)
    #expect(MissingEntitlement(.socket, Entitlements(network: .closed)) == .network)
    #expect(MissingEntitlement(.memoryFile, Entitlements()) == nil)
    #expect(MissingEntitlement(.tracing, Entitlements()) == .debugging)
    var debuggable = Entitlements()
    debuggable.isDebuggable = true
    #expect(MissingEntitlement(.tracing, debuggable) == nil)
  }

  @Test("LA7 the sentence names the key, and where it is written")
  func sentences() {
    #expect(
      MissingEntitlement.network.sentence(isEntry: false)
        == "was refused the network; with client for RoostNetwork in its Info.plist it connects to others")
    #expect(
      MissingEntitlement.serving(port: 80).sentence(isEntry: true)
        == "was refused TCP port 80; with server for X-Roost-Network in its desktop entry it gets one")
    #expect(
      MissingEntitlement.device(.camera, path: "/dev/video0").sentence(isEntry: false)
        == "was refused /dev/video0; with camera among RoostDevices in its Info.plist it may use it")
    #expect(
      MissingEntitlement.file("/srv/a").sentence(isEntry: false)
        == "was refused /srv/a; RoostFileAccess in its Info.plist opens it")
    #expect(
      MissingEntitlement.debugging.sentence(isEntry: true)
        == "was refused to trace a process (ptrace(2)); with true for X-Roost-Debuggable in its desktop entry its debuggers work"
    )
    #expect(MissingEntitlement.file("/a").sentence(isEntry: true).hasSuffix("in [apps] of roostd.toml opens it"))
  }

  // MARK: The kernel

  private nonisolated static let hearsAudit: Bool = {
    guard let descriptor = try? Sys.listenToAudit() else { return false }
    close(descriptor)
    // Nothing comes in a network namespace that is not the machine's own, as its kernel threads have it, and where an
    // administrator has taken refusals out of what is logged (seccomp(2)).
    guard var lines = try? FileLines("/proc/sys/kernel/seccomp/actions_logged"), let logged = try? lines.next() else {
      return false
    }
    let words = String(decoding: logged, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.contains("errno") && link("/proc/2/ns/net") == link("/proc/self/ns/net") && link("/proc/2/exe") == nil
  }()

  private nonisolated static func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 64)
    let count = target.withUnsafeMutableBufferPointer { (try? Sys.readlink(path, into: $0)) ?? 0 }
    return count == 0 ? nil : String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test(
    "LA7 the kernel tells of a refused socket and memory file, of their process, and of nothing else",
    .enabled(if: hearsAudit, "the audit log cannot be read here"))
  func log() throws {
    let descriptor = try Sys.listenToAudit()
    defer { close(descriptor) }
    let script = """
      import os, socket
      out = os.fdopen(4, 'w')
      for attempt in (lambda: socket.socket(2), lambda: os.memfd_create('a'), lambda: socket.socket(40, 1)):
        try: attempt(); print('done', file=out, flush=True)
        except OSError: print('refused', file=out, flush=True)
      """
    let confinement = Confinement(
      filter: try SystemCallFilter.make(),
      loggedFilter: try SystemCallFilter.make(denying: Denial.network + Denial.memoryPrograms))
    try withApp(try ProcessesTestApp(python: script, confinement: confinement)) { app throws in
      #expect(try app.lines(3) == ["refused", "refused", "refused"])
      var heard: [AuditRecord] = []
      // Others' records come as well.
      while heard.count < 2 {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&ready, 1, 60_000) == 1, "no record came in a minute: \(heard)")
        var buffer = [UInt8](repeating: 0, count: 12 << 10)
        let (count, isKernels) = try Sys.receiveEvent(descriptor, into: &buffer)
        #expect(isKernels)
        let type = buffer[4..<6].withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) }
        #expect(AuditType(rawValue: type) != nil, "the kernel sends what nobody asked for: \(type)")
        let record = AuditRecord(message: Array(buffer.prefix(count)))
        if case .systemCall(_, app.child.pid, _)? = record { heard.append(try #require(record)) }
      }
      let pid = app.child.pid
      #expect(
        heard == [.systemCall(.socket, pid: pid, user: geteuid()), .systemCall(.memoryFile, pid: pid, user: geteuid())])
    }
  }
}
