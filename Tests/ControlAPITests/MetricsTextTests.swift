// Metrics as Prometheus reads them.
import ControlAPI
import Testing

struct MetricsTextTests {
  @Test("A family has its help, its type and its samples, and nothing in a label ends a line")
  func text() {
    let families = [
      MetricsInterface.Family(
        name: "roost_exits_total", kind: .counter, help: "Ends\nby \"reason\" \\.",
        samples: [
          .init(suffix: nil, labels: [.init(name: "reason", value: "a\"b\\c\nd")], value: 3),
          .init(suffix: nil, labels: [], value: 0.25),
        ]),
      MetricsInterface.Family(name: "roost_none", kind: .gauge, help: "", samples: []),
      MetricsInterface.Family(
        name: "roost_time_seconds", kind: .histogram, help: "Time.",
        samples: [.init(suffix: "_bucket", labels: [.init(name: "le", value: "+Inf")], value: 9)]),
    ]
    #expect(
      families.prometheusText == #"""
        # HELP roost_exits_total Ends\nby "reason" \\.
        # TYPE roost_exits_total counter
        roost_exits_total{reason="a\"b\\c\nd"} 3
        roost_exits_total 0.25
        # HELP roost_time_seconds Time.
        # TYPE roost_time_seconds histogram
        roost_time_seconds_bucket{le="+Inf"} 9

        """#)
    #expect(
      families.openMetricsText == #"""
        # TYPE roost_exits counter
        # HELP roost_exits Ends\nby \"reason\" \\.
        roost_exits_total{reason="a\"b\\c\nd"} 3
        roost_exits_total 0.25
        # TYPE roost_time_seconds histogram
        # UNIT roost_time_seconds seconds
        # HELP roost_time_seconds Time.
        roost_time_seconds_bucket{le="+Inf"} 9
        # EOF

        """#)
  }

  @Test("A mark that combines with a quote, a backslash or a line break hides none of them from who reads the text")
  func combined() {
    let label = MetricsInterface.Label(name: "reason", value: "a\"\u{301},b\\\u{301}c\r\n\u{301}")
    let family = MetricsInterface.Family(
      name: "roost_exits_total", kind: .counter, help: "", samples: [.init(suffix: nil, labels: [label], value: 1)])
    for text in [[family].prometheusText, [family].openMetricsText] {
      #expect(text.unicodeScalars.contains("a\\\"\u{301},b\\\\\u{301}c\r\\n\u{301}\"} 1\n".unicodeScalars), "\(text)")
    }
  }
}
