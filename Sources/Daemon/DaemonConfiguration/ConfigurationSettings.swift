// The keys there are (roostd.toml(5)): where each is written, what it may be, and which member it sets.
import LifecycleModel
import Settings
import TOMLKit

nonisolated struct Setting: Sendable {
  let section: String
  let key: String
  let set: @Sendable (inout Configuration, TOMLValue) throws(ValueError) -> Void

  private init<Value: Sendable>(
    _ section: String, _ key: String, _ kind: Kind<Value>, set: @escaping @Sendable (inout Configuration, Value) -> Void
  ) {
    self.section = section
    self.key = key
    self.set = { configuration, value throws(ValueError) in set(&configuration, try kind.read(value)) }
  }

  private init<Value: Sendable>(
    _ section: String, _ key: String, _ kind: Kind<Value>,
    _ member: any WritableKeyPath<Configuration, Value> & Sendable
  ) {
    self.init(section, key, kind) { $0[keyPath: member] = $1 }
  }

  /// Sets the defaults of all deadlines, so it is read from all files before any deadline is.
  static let profile = Setting("device", "profile", Values.choice(Configuration.Profile.self)) { $0.policy = $1.policy }

  static let others =
    [
      Setting("paths", "runtime-dir", Values.path, \.runtimeDirectory),
      Setting("paths", "state-dir", Values.path, \.stateDirectory),
      Setting("paths", "apps", Values.paths, \.appDirectories),
      Setting("apps", "desktop", Values.paths, \.desktop.directories),
      Setting("apps", "terminal", Values.command, \.desktop.terminal),
      Setting("control", "group", Values.optionalName, \.controlGroup),
      Setting("device", "foreground-slots", Values.integer(1...32), \.policy.foregroundSlots),
      Setting("device", "multitasking", Values.boolean, \.policy.multitasking),
      Setting("device", "first-appearance", Values.choice(AppearanceTime.self), \.firstAppearance),
      Setting("device", "privacy", Values.choice(PrivacyDefault.self), \.policy.privacy),
      Setting("deadlines", "launch", Values.deadline, \.policy.launch),
      Setting("deadlines", "come-forward", Values.deadline, \.policy.comeForward),
      Setting("deadlines", "leave", Values.deadline, \.policy.leave),
      Setting("deadlines", "terminate", Values.deadline, \.policy.terminate),
      Setting("deadlines", "event", Values.deadline, \.policy.event),
      Setting("deadlines", "background-tasks", Values.deadline, \.policy.backgroundTasks),
      Setting("deadlines", "expiration", Values.deadline, \.policy.expiration),
      Setting("deadlines", "snapshot", Values.deadline, \.policy.snapshot),
      Setting("deadlines", "wake", Values.deadline, \.policy.wake),
      Setting("deadlines", "key-discard", Values.deadline, \.policy.keyDiscard),
      Setting("background", "cpu-percent", Values.integer(1...10_000)) { $0.policy.backgroundCPU = Double($1) / 100 },
      Setting("background", "cpu-window", Values.deadline, \.policy.cpuWindow),
      Setting("background", "refresh-interval", Values.interval, \.policy.tasks.refresh),
      Setting("background", "processing-interval", Values.interval, \.policy.tasks.processing),
      Setting("background", "transfer-quota", Values.integer(1...1_048_576)) {
        $0.policy.transfers.quota = Int64($1) << 20
      },
      Setting("background", "transfer-stall", Values.stallTime, \.policy.transfers.stall),
      Setting("background", "transfer-attempts", Values.integer(1...1000), \.policy.transfers.attempts),
      Setting("background", "camera", Values.patterns) { $0.setSharedNodes(.camera, $1) },
      Setting("background", "gpu", Values.patterns) { $0.setSharedNodes(.gpu, $1) },
      Setting("background", "audio", Values.patterns) { $0.setSharedNodes(.audio, $1) },
      Setting("memory", "order", Values.choice(Configuration.MemoryOrder.self)) { $0.policy.memory.order = $1.policy },
      Setting("memory", "push-out", Values.boolean, \.pushesOut),
      Setting("memory", "stalls", Values.boolean, \.stalls.isOn),
      Setting("memory", "stall-room", Values.integer(1...100), \.stalls.room),
      Setting("memory", "stall-warning", Values.stall, \.stalls.warning),
      Setting("memory", "stall-urgent", Values.stall, \.stalls.urgent),
      Setting("memory", "stall-critical", Values.stall, \.stalls.critical),
      Setting("apps", "sandbox", Values.sandbox, \.sandbox),
      Setting("apps", "tasks", Values.integer(16...32_768), \.appTasks),
      Setting("apps", "read", Values.paths, \.fileAccess.read),
      Setting("apps", "write", Values.paths, \.fileAccess.write),
      Setting("apps", "user", Values.appUser, \.appUser),
      Setting("apps", "users", Values.userRange, \.appUserRange),
      Setting("cgroups", "use", Values.boolean, \.usesCgroups),
      Setting("sources", "accessory-nodes", Values.namePatterns, \.accessoryNodes),
      Setting("push", "mqtt-broker", Values.broker, \.push.broker),
      Setting("push", "device", Values.topic, \.push.topic),
      Setting("push", "username", Values.username, \.push.username),
      Setting("push", "password-file", Values.optionalPath, \.push.passwordFile),
      Setting("push", "tls-ca-file", Values.optionalPath, \.push.authorityFile),
      Setting("metrics", "listen", Values.address, \.metricsAddress),
      Setting("log", "level", Values.level, \.logLevel),
      Setting("log", "app-output", Values.choice(Configuration.Output.self), \.appOutput),
      Setting("exits", "keep", Values.integer(1...1_000_000), \.exits.keep),
      Setting("exits", "age", Values.age, \.exits.age),
      Setting("reports", "keep", Values.integer(1...10_000), \.reports.keep),
      Setting("reports", "age", Values.age, \.reports.age),
    ]
    + DeviceSource.allCases.map { source in
      Setting("sources", source.rawValue, Values.boolean) { $0.listen(to: source, $1) }
    }

  /// The keys of each section.
  static let keys = Dictionary(grouping: [profile] + others, by: \.section).mapValues { $0.map(\.key) }
}
