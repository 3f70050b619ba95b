// Metrics as the texts that Prometheus reads: its own format, and OpenMetrics.

extension [MetricsInterface.Family] {
  /// Prometheus' text format 0.0.4, which the node exporter's textfile collector takes too. A family without a sample is
  /// left out.
  public var prometheusText: String {
    reduce(into: "") { text, family in
      guard !family.samples.isEmpty else { return }
      text += "# HELP \(family.name) \(family.help.escaped(withQuotes: false))\n"
      text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
      for sample in family.samples { text += family.line(of: sample) }
    }
  }

  /// OpenMetrics 1.0: a family is named without the suffix of its samples, has its unit, and the text has an end, so that
  /// one that was cut off is known as such.
  public var openMetricsText: String {
    reduce(into: "") { text, family in
      guard !family.samples.isEmpty else { return }
      let name = family.kind == .counter ? family.name.without(suffix: "_total") : family.name
      text += "# TYPE \(name) \(family.kind.rawValue)\n"
      if let unit = ["seconds", "bytes"].first(where: { name.hasSuffix("_\($0)") }) {
        text += "# UNIT \(name) \(unit)\n"
      }
      text += "# HELP \(name) \(family.help.escaped(withQuotes: true))\n"
      for sample in family.samples { text += family.line(of: sample) }
    } + "# EOF\n"
  }
}

extension MetricsInterface.Family {
  fileprivate func line(of sample: MetricsInterface.Sample) -> String {
    let labels = sample.labels.map { "\($0.name)=\"\($0.value.escaped(withQuotes: true))\"" }
    let all = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
    return "\(name)\(sample.suffix ?? "")\(all) \(sample.value.sampleText)\n"
  }
}

extension String {
  /// A backslash or a line break ends no line, and begins no other. A mark that combines with a quote does not hide it:
  /// to a reader of metrics they are two characters.
  fileprivate func escaped(withQuotes: Bool) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\"" where withQuotes: text += "\\\""
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  fileprivate func without(suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}

extension Double {
  /// A whole number without a fraction.
  fileprivate var sampleText: String { self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)" }
}
