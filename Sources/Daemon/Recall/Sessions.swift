// Scene sessions as the stores keep them (SC1).
package import LifecycleModel
package import Stores

extension Session {
  package init(_ row: SessionRow) {
    self.init(
      id: SessionID(row.session), role: row.role, configuration: row.configuration, activity: row.activity,
      used: UInt64(clamping: row.used))
  }
}
