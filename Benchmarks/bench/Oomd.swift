// The reason why systemd-oomd is not in the table.
import Foundation

/// systemd-oomd(8) needs systemd as the first process and the memory controller of the unified hierarchy.
var oomd: String {
  let controllers = (try? String(contentsOfFile: "/sys/fs/cgroup/cgroup.controllers", encoding: .utf8)) ?? ""
  let misses = [
    access("/run/systemd/system", F_OK) == 0 ? nil : "systemd as the first process",
    controllers.split(whereSeparator: \.isWhitespace).contains("memory") ? nil : "the memory controller of cgroup v2",
  ].compactMap(\.self)
  return misses.isEmpty
    ? "systemd-oomd is not measured here: it needs units and half a minute a round; others have found 17 to 47 s."
    : "systemd-oomd is not measured: it needs \(misses.joined(separator: " and ")), which this machine has not."
}
