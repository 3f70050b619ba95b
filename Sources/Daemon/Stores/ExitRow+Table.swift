// An exit record as a row of the table of exits.
import SQLite

nonisolated extension ExitRow: TableRow {
  static var table: String { "exit" }

  init(_ row: Row) throws(OddColumn) {
    app = try row.value("app")
    pid = try row.value("pid")
    time = try row.value("time")
    state = try row.value("state")
    namespace = try row.value("namespace")
    code = try row.value("code")
    reason = try row.value("reason")
    text = try row.value("text")
    signal = try row.value("signal")
    status = try row.value("status")
    footprint = try row.value("footprint")
    cpu = try row.value("cpu")
    callback = try row.value("callback")
    elapsed = try row.value("elapsed")
    step = try row.value("step")
    lifetime = try row.value("lifetime")
    earlyDeaths = try row.value("earlyDeaths")
    isForceQuit = try row.value("isForceQuit")
    incident = try row.value("incident")
    process = try row.value("process")
  }

  var columns: Columns {
    [
      "app": app, "pid": pid, "time": time, "state": state, "namespace": namespace, "code": code, "reason": reason,
      "text": text, "signal": signal, "status": status, "footprint": footprint, "cpu": cpu, "callback": callback,
      "elapsed": elapsed, "step": step, "lifetime": lifetime, "earlyDeaths": earlyDeaths,
      "isForceQuit": isForceQuit, "incident": incident, "process": process,
    ]
  }
}
