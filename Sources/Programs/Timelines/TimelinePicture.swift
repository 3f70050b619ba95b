// A timeline as SVG: the device's lane, one of each app, and memory below.
import ControlAPI

/// Dark where the viewer wants that, light on paper. Each element that is placed in time has its place from 0 to 1 in `data-x` and
/// `data-w`, by which the page around it zooms.
public struct TimelinePicture {
  public var svg: String { whole }

  /// Pixels of the picture, and of the part that is time.
  static let width = 1200.0
  static let left = 190.0
  static let right = 1060.0

  let history: History
  let axis: Axis
  var parts: [String] = []
  var bottom = 96.0
  private var whole = ""

  /// - Parameters:
  ///   - title: one line.
  ///   - subtitle: one line; such as when it was.
  public init(_ history: History, title: String, subtitle: String) {
    self.history = history
    axis = Axis(history.times)
    drawDevice()
    for lane in history.lanes { draw(lane) }
    drawPressure()
    if history.lanes.isEmpty, history.device.isEmpty {
      parts.append(
        "<text class=\"faint\" x=\"\(Self.left.short)\" y=\"\((bottom + 16).short)\">Nothing happened.</text>")
      bottom += 40
    }
    whole = frame(title, subtitle)
  }

  // MARK: Places

  func x(_ place: Double) -> Double { Self.left + place * (Self.right - Self.left) }

  func x(_ time: Int64) -> Double { x(axis.place(of: time)) }

  /// The attributes of a box from `start` to `end`. One that took next to no time is still seen.
  func span(_ start: Int64, _ end: Int64, least: Double = 0) -> String {
    let from = axis.place(of: start), wide = max(0, axis.place(of: end) - from)
    let pixels = max(least, wide * (Self.right - Self.left))
    return "data-x=\"\(places(from))\" data-w=\"\(places(wide))\" x=\"\(x(from).short)\" width=\"\(pixels.short)\""
  }

  func places(_ place: Double) -> String {
    let millionths = Int((place * 1_000_000).rounded())
    let rest = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000).\(String(repeating: "0", count: 6 - rest.count))\(rest)"
  }

  // MARK: Lanes

  private struct Label {
    var time: Int64
    var text: String
    /// Follows the text, faint.
    var more = ""
    var style: String
    /// The whole of it, for those who point at it.
    var title: String
  }

  /// Returns the height of the labels, which stand above `bottom` plus that height.
  private mutating func draw(_ labels: [Label], rows: Int, down: Double) -> Double {
    let labels = labels.sorted { $0.time < $1.time }.map { label in
      var label = label
      label.text = cut(label.text, max(8, Int((Self.width - 16 - x(label.time)) / 6) - label.more.count))
      return label
    }
    let flags = Flags(
      labels.map { (x($0.time), Double(($0.text + $0.more).count + 2) * 6 + 8) }, rows: rows)
    let height = Double(flags.rows) * Self.row
    let foot = bottom + height
    for (label, flag) in zip(labels, flags.flags) {
      let top = foot - Double((flag.row ?? 0) + 1) * Self.row
      let more = label.more.isEmpty ? "" : "<tspan class=\"faint\"> \(label.more.escaped)</tspan>"
      parts.append(
        "<g class=\"flag \(label.style)\" data-x=\"\(places(axis.place(of: label.time)))\" "
          + "data-foot=\"\(foot.short)\" data-rows=\"\(flags.rows)\"\(flag.row == nil ? " visibility=\"hidden\"" : "") "
          + "transform=\"translate(\(flag.place.short) 0)\"><line y1=\"\((top + 3).short)\" y2=\"\((foot + down).short)\"/>"
          + "<text x=\"4\" y=\"\((top + 11).short)\">\(label.text.escaped)\(more)</text>"
          + "<title>\(label.title.escaped)</title></g>")
    }
    return height
  }

  private static let row = 14.0
  private static let mostRows = 16

  private mutating func name(_ name: String, _ more: String, at y: Double) {
    parts.append("<text class=\"name\" x=\"24\" y=\"\(y.short)\">\(name.escaped)</text>")
    if !more.isEmpty {
      parts.append("<text class=\"faint small\" x=\"24\" y=\"\((y + 14).short)\">\(more.escaped)</text>")
    }
  }

  private mutating func open(_ label: String) {
    parts.append("<g class=\"lane\" role=\"group\" aria-label=\"\(label.escaped)\">")
  }

  private mutating func drawDevice() {
    let marks = history.device.filter { mark in mark.kind != .device || !isEcho(mark) }.filter { $0.kind != .memory }
    guard !marks.isEmpty else { return }
    open("device")
    let labels = marks.map { mark in
      Label(
        time: mark.time, text: cut(mark.text, 44), style: style(of: mark.kind),
        title: "\(mark.text), at \(Figures.moment(mark.time - history.start))")
    }
    bottom += draw(labels, rows: Self.mostRows, down: 5)
    parts.append(
      "<line class=\"rail\" x1=\"\(Self.left.short)\" x2=\"\(Self.right.short)\" y1=\"\((bottom + 6).short)\" "
        + "y2=\"\((bottom + 6).short)\"/>")
    name("device", "", at: bottom + 10)
    parts.append("</g>")
    bottom += 34
  }

  /// Whether a change of the device says again what a client has just asked for.
  private func isEcho(_ mark: History.DeviceMark) -> Bool {
    history.device.contains { other in
      other.kind == .asked && other.time <= mark.time && mark.time - other.time < 20_000_000
        && mark.text.contains(other.text)
    }
  }

  private func style(of kind: History.DeviceMark.Kind) -> String {
    switch kind {
    case .began: "quiet"
    case .asked: "asked"
    case .refused: "trouble"
    case .device, .memory: "event"
    }
  }

  private mutating func draw(_ lane: Lane) {
    open(lane.app)
    bottom += draw(labels(of: lane), rows: Self.mostRows, down: 9)
    let callbacks = bottom, band = bottom + 10
    for bar in lane.late {
      parts.append(
        "<rect class=\"late\" \(span(bar.start, bar.end, least: 3)) y=\"\(callbacks.short)\" height=\"9\" rx=\"1\">"
          + "<title>\(bar.name.escaped): late after \(Figures.duration(bar.end - bar.start))</title></rect>")
    }
    for bar in lane.callbacks {
      let scene = bar.detail.isEmpty ? "" : ", scene \(bar.detail)"
      let title = "\(bar.name): \(Figures.duration(bar.end - bar.start))\(scene)"
      parts.append(
        "<rect class=\"call\" \(span(bar.start, bar.end, least: 2)) y=\"\(callbacks.short)\" height=\"9\" rx=\"1\">"
          + "<title>\(title.escaped)</title></rect>")
    }
    for stretch in lane.bands { draw(stretch, at: band) }
    for mark in lane.marks { draw(mark, at: band) }
    let parts = lane.app.split(separator: ".")
    name(parts.last.map(String.init) ?? lane.app, parts.count > 1 ? lane.app : "", at: band + 12)
    bottom = band + Self.bandHeight + 4
    draw(lane.held)
    draw(lane.footprints)
    self.parts.append("</g>")
    bottom += 22
  }

  private static let bandHeight = 22.0

  private func labels(of lane: Lane) -> [Label] {
    let calls = lane.callbacks.map { bar in
      let took = Figures.duration(bar.end - bar.start)
      return Label(time: bar.start, text: cut(bar.name, 40), more: took, style: "", title: "\(bar.name): \(took)")
    }
    let troubles = lane.marks.compactMap { mark -> Label? in
      switch mark.kind {
      case .launched, .frozen, .thawed: nil
      case .killed, .deadline:
        Label(time: mark.time, text: cut(mark.text, 44), style: "trouble", title: mark.text)
      case .exit: Label(time: mark.time, text: cut(mark.text, 44), style: "end", title: mark.text)
      case .notice: Label(time: mark.time, text: cut(mark.text, 44), style: "event", title: mark.text)
      }
    }
    return calls + troubles
  }

  private mutating func draw(_ stretch: Lane.Band, at y: Double) {
    let state = stretch.state.rawValue
    let wide = x(stretch.end) - x(stretch.start)
    parts.append(
      "<rect class=\"band \(state)\" \(span(stretch.start, stretch.end, least: 1)) y=\"\(y.short)\" "
        + "height=\"\(Self.bandHeight.short)\"><title>\(state) for \(Figures.duration(stretch.end - stretch.start))"
        + "</title></rect>")
    let fits = wide > Double(state.count) * 6.4 + 10
    parts.append(
      "<text class=\"state\" data-x=\"\(places(axis.place(of: stretch.start)))\" "
        + "data-w=\"\(places(axis.place(of: stretch.end) - axis.place(of: stretch.start)))\" "
        + "x=\"\((x(stretch.start) + 6).short)\" y=\"\((y + 15).short)\"\(fits ? "" : " visibility=\"hidden\"")>"
        + "\(state)</text>")
  }

  private mutating func draw(_ mark: Lane.Mark, at y: Double) {
    let kind: String
    switch mark.kind {
    case .launched: kind = "launched"
    case .frozen: kind = "frozen"
    case .thawed: kind = "thawed"
    case .killed, .deadline: kind = "trouble"
    case .exit: kind = "end"
    case .notice: kind = "event"
    }
    parts.append(
      "<g class=\"mark \(kind)\" data-x=\"\(places(axis.place(of: mark.time)))\" "
        + "transform=\"translate(\(x(mark.time).short) 0)\"><line y1=\"\(y.short)\" "
        + "y2=\"\((y + Self.bandHeight).short)\"/><title>\(mark.text.escaped)</title></g>")
  }

  /// The tasks and activities that kept the app awake, below its band; one row for each that overlaps others.
  private mutating func draw(_ held: [Lane.Bar]) {
    var ends: [Int64] = []
    for bar in held {
      let free = ends.firstIndex { $0 <= bar.start }
      let row = free ?? ends.count
      guard row < 4 else { continue }
      if let free { ends[free] = bar.end } else { ends.append(bar.end) }
      let y = bottom + Double(row) * 16
      let title = "\(bar.detail) \(bar.name): \(Figures.duration(bar.end - bar.start))"
      parts.append(
        "<rect class=\"held\" \(span(bar.start, bar.end, least: 3)) y=\"\(y.short)\" height=\"13\" rx=\"3\">"
          + "<title>\(title.escaped)</title></rect>")
      parts.append(
        "<text class=\"kept\" data-x=\"\(places(axis.place(of: bar.start)))\" x=\"\((x(bar.start) + 6).short)\" "
          + "y=\"\((y + 10).short)\">\(cut(bar.name, 40).escaped)</text>")
    }
    bottom += Double(ends.count) * 16
  }

  /// Steps, as a size holds until it is looked at again.
  private mutating func draw(_ footprints: [Lane.Footprint]) {
    guard let most = footprints.map(\.bytes).max(), most > 0, footprints.count > 1 else { return }
    let height = 16.0
    for (index, look) in footprints.enumerated() {
      let end = index + 1 < footprints.count ? footprints[index + 1].time : history.end
      let high = max(1, height * Double(look.bytes) / Double(most))
      parts.append(
        "<rect class=\"size\" \(span(look.time, end, least: 1)) y=\"\((bottom + height - high + 2).short)\" "
          + "height=\"\(high.short)\"><title>\(Figures.bytes(look.bytes))</title></rect>")
    }
    parts.append(
      "<text class=\"faint small\" x=\"\((Self.left - 8).short)\" y=\"\((bottom + height).short)\" "
        + "text-anchor=\"end\">\(Figures.bytes(most))</text>")
    bottom += height + 4
  }

  private mutating func drawPressure() {
    let reports = history.device.filter { $0.kind == .memory }
    guard !reports.isEmpty || !history.pressure.isEmpty else { return }
    open("memory")
    bottom += draw(
      reports.map { Label(time: $0.time, text: cut($0.text, 44), style: "event", title: $0.text) },
      rows: 6, down: 4)
    parts.append(
      "<line class=\"rail\" x1=\"\(Self.left.short)\" x2=\"\(Self.right.short)\" y1=\"\((bottom + 11).short)\" "
        + "y2=\"\((bottom + 11).short)\"/>")
    for stretch in history.pressure {
      parts.append(
        "<rect class=\"pressure \(stretch.level.escaped)\" \(span(stretch.start, stretch.end, least: 3)) "
          + "y=\"\((bottom + 4).short)\" height=\"14\" rx=\"2\"><title>memory: \(stretch.level.escaped) for "
          + "\(Figures.duration(stretch.end - stretch.start))</title></rect>")
    }
    name("memory", "", at: bottom + 15)
    parts.append("</g>")
    bottom += 40
  }

  private func cut(_ text: String, _ count: Int) -> String {
    text.count > count ? String(text.prefix(count - 1)) + "…" : text
  }
}
