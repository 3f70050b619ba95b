// The title, the key and the scale around the lanes of a timeline.

extension TimelinePicture {
  func frame(_ title: String, _ subtitle: String) -> String {
    let height = bottom + 30
    let knots = axis.knots.map { "\($0.time - history.start),\(places($0.place))" }.joined(separator: " ")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width.short) \(height.short)" \
      font-family="system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif" role="img" \
      aria-label="\(title.escaped)" data-left="\(Self.left.short)" data-right="\(Self.right.short)" \
      data-start="\(history.start)" data-knots="\(knots)"><style>\(Self.style)</style>
      <rect class="paper" width="100%" height="100%"/>
      <text class="title" x="24" y="34">\(title.escaped)</text>
      <text class="faint" x="24" y="54">\(subtitle.escaped)</text>
      \(key)
      <defs><clipPath id="time"><rect x="\((Self.left - 1).short)" y="60" \
      width="\((Self.width - Self.left).short)" height="\(height.short)"/></clipPath></defs>
      <g class="scale">\(scale(height))</g>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  private func scale(_ height: Double) -> String {
    let cuts = axis.cuts.map { cut in
      let middle = (x(cut.start) + x(cut.end)) / 2
      let long = Figures.duration(cut.end - cut.start)
      let text =
        x(cut.end) - x(cut.start) > Double(long.count) * 5.4
        ? "<text class=\"faint tiny\" text-anchor=\"middle\" x=\"\(middle.short)\" y=\"\((height - 10).short)\">\(long)</text>"
        : ""
      return
        "<g class=\"gap\"><rect class=\"cut\" \(span(cut.start, cut.end)) y=\"84\" height=\"\((height - 106).short)\">"
        + "<title>\(long) in which nothing happened are drawn short</title></rect>\(text)</g>"
    }
    let ticks = axis.ticks(apart: 0.075).filter { Figures.moment($0 - history.start).count < 8 }.map { tick in
      "<g class=\"tick\" transform=\"translate(\(x(tick).short) 0)\"><line y1=\"82\" y2=\"\((height - 22).short)\"/>"
        + "<text text-anchor=\"middle\" y=\"78\">\(Figures.moment(tick - history.start))</text></g>"
    }
    return (cuts + ticks).joined(separator: "\n")
  }

  private var key: String {
    let states = ["active", "inactive", "background", "suspended"]
    var x = Self.width - 24
    return states.reversed().map { state in
      x -= Double(state.count) * 6.6 + 34
      return "<rect class=\"band \(state)\" x=\"\(x.short)\" y=\"45\" width=\"14\" height=\"11\"/>"
        + "<text class=\"faint\" x=\"\((x + 19).short)\" y=\"54\">\(state)</text>"
    }.joined()
  }
}
