// Serves org.roost.Memory: how much memory apps hold (ME1).
import ControlAPI
import LifecycleModel

extension ControlServer {
  func getMemory(_ exchange: Exchange) {
    supervisor.memoryStatus { exchange.reply($0) }
  }
}

// Both name the same levels; each switch is checked when either changes.
extension LifecycleModel.MemoryLevel {
  init(_ level: ControlAPI.MemoryLevel) {
    switch level {
    case .normal: self = .normal
    case .warning: self = .warning
    case .urgent: self = .urgent
    case .critical: self = .critical
    }
  }
}

extension ControlAPI.MemoryLevel {
  init(_ level: LifecycleModel.MemoryLevel) {
    switch level {
    case .normal: self = .normal
    case .warning: self = .warning
    case .urgent: self = .urgent
    case .critical: self = .critical
    }
  }
}
