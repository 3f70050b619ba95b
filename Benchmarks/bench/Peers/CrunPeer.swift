// crun, which makes a container for a program and leaves it: the quickest of those that podman starts containers by.
import Foundation

final class CrunPeer: Peer {
  static let name = "crun"
  static var absence: String? {
    if installed("crun") == nil { return "apt-get install crun" }
    // It refuses machines that have both versions.
    guard access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0 else { return "it takes cgroup v2 and no version 1" }
    return geteuid() == 0 ? nil : "only measured as root"
  }

  let services: [Service]
  private let folder: String

  init(_ stage: Stage, services count: Int) throws {
    services = try stage.services(of: "crun\(count)", count: count).map {
      Service(name: "roost-bench-\(getpid())-\($0.name)", folder: $0.folder, program: $0.program)
    }
    folder = (services[0].folder as NSString).deletingLastPathComponent
    for service in services {
      let bundle = service.folder
      for folder in ["dev", "proc"] {
        try FileManager.default.createDirectory(atPath: "\(bundle)/rootfs/\(folder)", withIntermediateDirectories: true)
      }
      try FileManager.default.linkItem(atPath: service.program, toPath: bundle + "/rootfs/stay")
      try FileManager.default.moveItem(atPath: bundle + "/main", toPath: bundle + "/rootfs/main")
      let namespaces = ["pid", "ipc", "uts", "mount"].map { ["type": $0] }
      let configuration: [String: Any] = [
        "ociVersion": "1.0.0", "process": ["args": ["/stay"], "cwd": "/", "user": ["uid": 0, "gid": 0]],
        "root": ["path": "rootfs", "readonly": false], "linux": ["namespaces": namespaces],
        "mounts": [["destination": "/proc", "type": "proc", "source": "proc"]],
      ]
      try JSONSerialization.data(withJSONObject: configuration).write(to: URL(fileURLWithPath: bundle + "/config.json"))
    }
  }

  func startCommand(_ service: Service) -> [String] {
    // systemd-nspawn forbids keyrings.
    command(["run", "--detach", "--no-new-keyring", "--bundle", service.folder, service.name])
  }
  func statusCommand(_ service: Service) -> [String] { command(["state", service.name]) }

  private func command(_ arguments: [String]) -> [String] {
    [installed("crun") ?? "", "--root", folder + "/state", "--cgroup-manager=disabled"] + arguments
  }

  func start(_ service: Service) throws -> Bool { false }

  /// Also of one that has ended: a container stays until somebody deletes it.
  func stop(_ service: Service, _ pid: pid_t) throws {
    let delete = command(["delete", "--force", service.name])
    try Spawned(delete[0], Array(delete.dropFirst())).wait()
  }

  func ask() throws -> Bool { false }
  func restart(_ service: Service) throws -> Bool { false }

  /// None stays (as a monitor of its own, podman keeps one conmon for each).
  var processes: [pid_t] { [] }
  func end() { for service in services { try? stop(service, 0) } }
}
