// The counters and the present state as families of samples, by Prometheus' names.
import AppLink
import ControlAPI
import LifecycleModel
import Processes
import Stores

extension Supervisor {
  func metricFamilies(_ then: @escaping ([MetricsInterface.Family]) -> Void) {
    lookAtEach {
      _ = $0.footprint(in: $1)
    } then: { [unowned self] in
      then(familiesOfNow())
    }
  }

  private func familiesOfNow() -> [MetricsInterface.Family] {
    let apps = model.lifecycle.apps.values.sorted { $0.description.id < $1.description.id }
    return [
      .gauge("roost_build_info", "The version of roostd that runs.", [.of(1, ("version", ControlService.version))]),
      .gauge(
        "roost_apps", "Installed apps by state.",
        AppState.allCases.map { state in .of(UInt64(apps.count { $0.state == state }), ("state", state.rawValue)) }),
      .gauge(
        "roost_app_footprint_bytes", "Memory of each app that has a process.",
        apps.compactMap(footprint)),
      .gauge(
        "roost_memory_pressure", "1 for the level of memory pressure that holds, 0 for the others.",
        LifecycleModel.MemoryLevel.allCases.map {
          .of(model.lifecycle.memory.level == $0 ? 1 : 0, ("level", $0.rawValue))
        }),
      .gauge(
        "roost_history_bytes", "Bytes of the ring that roostctl timeline reads.",
        [.of(UInt64(history.ring?.used ?? 0))]),
    ] + counters + times
  }

  private func footprint(_ app: App) -> MetricsInterface.Sample? {
    guard let serial = app.process?.serial, let footprint = processes[serial]?.measured.lastFootprint else {
      return nil
    }
    return .of(footprint.total, ("app", app.description.id.string))
  }

  private var counters: [MetricsInterface.Family] {
    [
      .counter("roost_launches_total", "Processes that roostd has started for apps.", [.of(metrics.launches)]),
      .counter("roost_suspensions_total", "Apps that were stopped behind the screen.", [.of(metrics.suspensions)]),
      .counter("roost_resumptions_total", "Suspended apps that run again.", [.of(metrics.resumptions)]),
      .counter("roost_kills_total", "Apps that roostd has sent SIGKILL.", [.of(metrics.kills)]),
      .counter(
        "roost_exits_total", "Ends of apps by reason.",
        metrics.exits.sorted { $0.key < $1.key }.map { .of($0.value, ("reason", $0.key)) }),
      .counter(
        "roost_deadlines_missed_total", "Deadlines that apps have missed, by step.",
        metrics.deadlines.map { ($0.key.rawValue, $0.value) }.sorted { $0 < $1 }.map { .of($1, ("step", $0)) }),
      .counter("roost_events_sent_total", "Events that apps were sent.", [.of(metrics.sent)]),
      .counter("roost_requests_total", "Changes that clients have asked for.", [.of(metrics.requests)]),
      .counter("roost_requests_refused_total", "Changes that were refused.", [.of(metrics.refusals)]),
    ]
  }

  private var times: [MetricsInterface.Family] {
    [
      .histogram("roost_callback_duration_seconds", "Time that delegate methods ran.", metrics.callbackTimes),
      .histogram(
        "roost_launch_duration_seconds", "Time from the start of a process to the end of its didFinishLaunching.",
        metrics.launchTimes),
      .histogram(
        "roost_suspension_duration_seconds", "Time from the decision to stop an app until the kernel had stopped it.",
        metrics.suspensionTimes),
      .histogram(
        "roost_request_duration_seconds", "Time until a client's request was done or refused.", metrics.requestTimes),
    ]
  }
}

extension MetricsInterface.Sample {
  fileprivate static func of(_ value: UInt64, _ labels: (String, String)...) -> Self {
    Self(suffix: nil, labels: labels.map { MetricsInterface.Label(name: $0, value: $1) }, value: Double(value))
  }
}

extension MetricsInterface.Family {
  fileprivate static func gauge(_ name: String, _ help: String, _ samples: [MetricsInterface.Sample]) -> Self {
    Self(name: name, kind: .gauge, help: help, samples: samples)
  }

  fileprivate static func counter(_ name: String, _ help: String, _ samples: [MetricsInterface.Sample]) -> Self {
    Self(name: name, kind: .counter, help: help, samples: samples)
  }

  fileprivate static func histogram(_ name: String, _ help: String, _ times: Histogram) -> Self {
    func sample(_ suffix: String, _ value: Double, bound: String? = nil) -> MetricsInterface.Sample {
      MetricsInterface.Sample(
        suffix: suffix, labels: bound.map { [MetricsInterface.Label(name: "le", value: $0)] } ?? [], value: value)
    }
    var samples = zip(Histogram.bounds, times.counts).map { bound, count in
      sample("_bucket", Double(count), bound: "\(Double(bound) / 1e9)")
    }
    samples.append(sample("_bucket", Double(times.count), bound: "+Inf"))
    samples.append(sample("_sum", Double(times.sum) / 1e9))
    samples.append(sample("_count", Double(times.count)))
    return Self(name: name, kind: .histogram, help: help, samples: samples)
  }
}
