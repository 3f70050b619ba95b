// The past as lanes: one an app, and the device's. Pure: the entries of the daemon in, values to be drawn out.
public import ControlAPI

/// Times are CLOCK_MONOTONIC in nanoseconds.
public struct History: Hashable, Sendable {
  /// Something that happened to the device, or that a client asked for.
  public struct DeviceMark: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case began, asked, refused, device, memory }

    public var kind: Kind
    public var time: Int64
    public var text: String
  }

  /// Memory was short from `start` to `end`.
  public struct Pressure: Hashable, Sendable {
    public var level: String
    public var start: Int64
    public var end: Int64
  }

  /// By the app's first entry.
  public private(set) var lanes: [Lane] = []
  public private(set) var device: [DeviceMark] = []
  public private(set) var pressure: [Pressure] = []
  public private(set) var start: Int64
  public private(set) var end: Int64

  /// - Parameters:
  ///   - entries: the oldest first.
  ///   - start: nothing before it is shown; nil: the first entry's time.
  ///   - end: what has not ended by then is cut there.
  ///   - apps: the lanes that are wanted; none: those of every app.
  public init(_ entries: [HistoryInterface.Entry], from start: Int64? = nil, to end: Int64, apps: Set<String> = []) {
    var reader = HistoryReader(end: end)
    for entry in entries where entry.time <= end { reader.take(entry) }
    reader.finish()
    let first = reader.first ?? end
    self.start = min(start ?? first, end)
    self.end = end
    let shown = { [start = self.start] (from: Int64, to: Int64) in to >= start && from <= end }
    for var lane in reader.lanes where apps.isEmpty || apps.contains(lane.app) {
      lane.bands = lane.bands.filter { shown($0.start, $0.end) && $0.end > $0.start }.map { band in
        var band = band
        band.start = max(band.start, self.start)
        return band
      }
      lane.callbacks = Self.cut(lane.callbacks.filter { shown($0.start, $0.end) }, at: self.start)
      lane.late = Self.cut(lane.late.filter { shown($0.start, $0.end) }, at: self.start)
      lane.held = Self.cut(lane.held.filter { shown($0.start, $0.end) }, at: self.start)
      lane.marks = lane.marks.filter { shown($0.time, $0.time) }
      lane.footprints = lane.footprints.filter { shown($0.time, $0.time) }
      if lane.bands.isEmpty, lane.callbacks.isEmpty, lane.marks.isEmpty { continue }
      lanes.append(lane)
    }
    device = reader.device.filter { shown($0.time, $0.time) }
    pressure = reader.pressure.filter { shown($0.start, $0.end) }.map {
      Pressure(level: $0.level, start: max($0.start, self.start), end: $0.end)
    }
  }

  private static func cut(_ bars: [Lane.Bar], at start: Int64) -> [Lane.Bar] {
    bars.map {
      var bar = $0
      bar.start = max(bar.start, start)
      return bar
    }
  }

  /// The times at which something begins, ends or happens, ascending and without repetition.
  public var times: [Int64] {
    var all: Set<Int64> = [start, end]
    for lane in lanes {
      for band in lane.bands { all.formUnion([band.start, band.end]) }
      for bar in lane.callbacks + lane.late + lane.held { all.formUnion([bar.start, bar.end]) }
      for mark in lane.marks { all.insert(mark.time) }
    }
    for mark in device { all.insert(mark.time) }
    for stretch in pressure { all.formUnion([stretch.start, stretch.end]) }
    return all.filter { $0 >= start && $0 <= end }.sorted()
  }
}
