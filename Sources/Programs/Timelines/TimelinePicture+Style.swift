// The colours and letters of a timeline: light, and dark where the viewer wants that.

extension TimelinePicture {
  /// Colours without variables, which not every program that draws SVG knows.
  static let style = """
    text{fill:#1e293b;font-size:11px}.title{font-size:19px;font-weight:650}.name{font-size:13px;font-weight:600}
    .faint{fill:#64748b}.small{font-size:10px}.tiny{font-size:9px}.paper{fill:#fff}
    .tick line{stroke:#e2e8f0}.tick text{fill:#64748b;font-size:10px}.cut{fill:#f1f5f9}.rail{stroke:#94a3b8}
    .band.active{fill:#22c55e}.band.inactive{fill:#fbbf24}.band.background{fill:#38bdf8}.band.suspended{fill:#cbd5e1}
    .state{font-size:10.5px;font-weight:600;fill:#0f172a;pointer-events:none}
    .call{fill:#6366f1}.late{fill:#fda4af}.held{fill:#c4b5fd}.kept{font-size:9.5px;fill:#3b0764;pointer-events:none}.size{fill:#cbd5e1}
    .flag line{stroke:#a5b4fc}.flag text{font-size:10.5px}.flag .faint{fill:#64748b}
    .flag.asked line{stroke:#0f766e}.flag.asked text{fill:#0f766e;font-weight:600}.flag.quiet text{fill:#64748b}
    .flag.event line{stroke:#94a3b8}.flag.end line{stroke:#be123c}.flag.end text{fill:#be123c}
    .flag.trouble line{stroke:#e11d48}.flag.trouble text{fill:#be123c;font-weight:600}
    .mark line{stroke:#475569;stroke-width:1.5}.mark.frozen line{stroke:#0369a1}.mark.thawed line{stroke:#15803d}
    .mark.trouble line{stroke:#e11d48;stroke-width:3}.mark.end line{stroke:#be123c;stroke-width:3}
    .pressure.warning{fill:#fde047}.pressure.urgent{fill:#fb923c}.pressure.critical{fill:#ef4444}
    @media screen and (prefers-color-scheme:dark){
    text{fill:#e2e8f0}.faint,.tick text,.flag .faint,.flag.quiet text{fill:#94a3b8}.paper{fill:#0b1220}
    .tick line{stroke:#1e293b}.cut{fill:#111c30}.rail{stroke:#475569}
    .band.active{fill:#16a34a}.band.inactive{fill:#d97706}.band.background{fill:#0284c7}.band.suspended{fill:#475569}
    .state{fill:#f8fafc}.call{fill:#a5b4fc}.late{fill:#9f1239}.held{fill:#6d28d9}.kept{fill:#ede9fe}.size{fill:#334155}
    .flag line{stroke:#6366f1}.flag.asked line{stroke:#2dd4bf}.flag.asked text{fill:#5eead4}
    .flag.event line{stroke:#64748b}.flag.end text,.flag.trouble text{fill:#fda4af}
    .flag.end line,.flag.trouble line,.mark.end line,.mark.trouble line{stroke:#fb7185}
    .mark line{stroke:#cbd5e1}.mark.frozen line{stroke:#7dd3fc}.mark.thawed line{stroke:#86efac}}
    """
}
