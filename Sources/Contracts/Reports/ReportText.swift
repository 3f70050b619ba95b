// Reports in words: what the app was doing, for how long, which limit, and what to do about it.

/// The text of a report file, for a terminal.
public enum ReportText {
  /// - Throws: ``UnreadableReport`` for what is no report of ours.
  public static func of(file: some Collection<UInt8>) throws(UnreadableReport) -> String {
    do {
      return try IPSReport(file: file).text
    } catch let failure {
      // Of the other kind, perhaps; if not, the error of the first is closer to the truth.
      guard let event = try? JetsamEvent(file: file) else { throw failure }
      return event.text
    }
  }
}

extension IPSReport {
  /// For a person to read; lines of any length.
  public var text: String {
    let facts = body.roost
    var lines = [printable("\(body.procName) (\(body.bundleInfo.identifier)) ended: \(facts.sentence)"), ""]
    lines += table(rows)
    if let advice = facts.advice { lines += ["", "What to do: \(printable(advice))"] }
    lines.append("")
    let frames = body.threads.first?.frames ?? []
    if frames.isEmpty {
      lines.append("There is no backtrace: \(printable(facts.backtraceError ?? "none was taken")).")
    } else {
      lines += ["What its main thread was doing, the innermost call first:"] + table(frames.enumerated().map(row))
      if let why = facts.backtraceError { lines.append("(no more: \(printable(why)))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var rows: [[String]] {
    let facts = body.roost
    var rows = [
      ["when", "\(header.timestamp), \(duration(facts.lifetime)) after it was launched"], ["state", facts.state],
    ]
    if let callback = facts.callback {
      let time = facts.elapsed.map { " for \(duration($0))" } ?? ""
      let cpu = facts.elapsedCPU.map { ", of which it used the processor for \(duration($0))" } ?? ""
      rows.append(["doing", "\(callback)\(time)\(cpu)"])
    }
    if let limit = facts.limit { rows.append(["limit", duration(limit)]) }
    if let load = facts.processorLoad {
      rows.append([
        "limit",
        "\(load.limit) % of a processor in the background; it used \(load.share) %, \(duration(load.used)) of "
          + "\(duration(load.window))",
      ])
    }
    if let limit = facts.memoryLimit { rows.append(["limit", "\(bytes(limit)) of memory"]) }
    let code = body.termination.code == 0 ? "" : ", code 0x" + String(body.termination.code, radix: 16)
    return rows + [
      ["memory", bytes(facts.footprint)],
      ["processor", "\(duration(facts.cpu)) since it was launched"],
      ["ended by", "\(body.termination.namespace)\(code), \(body.exception.signal)"],
      ["process", "\(body.pid), \(body.procPath)"],
      ["report", body.incident],
    ]
  }

  private func row(_ number: Int, _ frame: Frame) -> [String] {
    let image = body.usedImages.indices.contains(frame.imageIndex) ? body.usedImages[frame.imageIndex].name : "???"
    var name = frame.symbol ?? "0x" + String(frame.imageOffset, radix: 16)
    if let offset = frame.symbolLocation { name += " + \(offset)" }
    if let file = frame.sourceFile?.split(separator: "/").last, let line = frame.sourceLine {
      name += " (\(file):\(line))"
    }
    return ["\(number)", image, name]
  }
}

extension JetsamEvent {
  /// The number of the largest that are listed.
  private static let listed = 20

  /// For a person to read; lines of any length.
  public var text: String {
    let pageSize = body.memoryStatus.pageSize
    func size(_ pages: Int64) -> String { bytes(pages.multipliedReportingOverflow(by: pageSize).partialValue) }
    var lines: [String] = []
    if let victim = body.processes.first(where: { $0.reason != nil }) {
      lines = [
        printable(
          "\(victim.name) (\(victim.bundleID)) was killed for its memory: \(body.roost.sentence) "
            + "(\(victim.reason ?? ""))"),
        "",
      ]
      lines += table([
        ["when", body.date], ["it had", "\(size(victim.rpages)), at most \(size(victim.lifetimeMax))"],
        ["it was", victim.states.joined(separator: ", ")],
        ["it gave back", body.roost.freed.map { bytes($0) } ?? "not measured yet"],
        ["machine", "\(size(body.memoryStatus.memoryPages.free)) free"], ["report", body.incident],
      ])
    } else {
      lines = ["Memory ran short: \(printable(body.roost.sentence))", "", "  when  \(body.date)"]
    }
    lines += ["", "The largest of \(body.processes.count + (body.roost.omitted ?? 0)):"]
    lines += table(
      body.processes.sorted { $0.rpages > $1.rpages }.prefix(Self.listed).map {
        [size($0.rpages), $0.name, $0.states.joined(separator: ", ") + ($0.reason.map { ", killed: \($0)" } ?? "")]
      })
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Rows with their columns aligned.
private func table(_ rows: [[String]]) -> [String] {
  let rows = rows.map { $0.map(printable) }
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    "  "
      + row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }.joined(separator: "  ")
  }
}

/// Names come from apps, and must not steer the terminal that shows them.
private func printable(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isControl ? "\u{FFFD}" : $0 }))
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}
