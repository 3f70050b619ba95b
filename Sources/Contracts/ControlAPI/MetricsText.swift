// Metrics as the text that Prometheus reads.

extension [MetricsInterface.Family] {
  /// Prometheus' text format 0.0.4. A family without a sample is left out.
  public var prometheusText: String {
    reduce(into: "") { text, family in
      guard !family.samples.isEmpty else { return }
      text +=
        "# HELP \(family.name) \(family.help.escaped(withQuotes: false))\n# TYPE \(family.name) \(family.kind.rawValue)\n"
      for sample in family.samples {
        let labels = sample.labels.map { "\($0.name)=\"\($0.value.escaped(withQuotes: true))\"" }
        text += family.name + (sample.suffix ?? "")
        if !labels.isEmpty { text += "{\(labels.joined(separator: ","))}" }
        text += " \(sample.value.sampleText)\n"
      }
    }
  }
}

extension String {
  /// A backslash or a line break ends no line, and begins no other.
  fileprivate func escaped(withQuotes: Bool) -> String {
    reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\n", "\r\n": text += "\\n"
      case "\"" where withQuotes: text += "\\\""
      default: text.append(character)
      }
    }
  }
}

extension Double {
  /// A whole number without a fraction.
  fileprivate var sampleText: String { self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)" }
}
