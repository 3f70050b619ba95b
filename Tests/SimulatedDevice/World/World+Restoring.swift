// A state as another daemon may have left it, of an earlier version or damaged, and the daemon that goes on with it.

import Foundation
import LifecycleModel

extension Lifecycle {
  /// This state with `change` made to each of its parts, as JSON has them.
  func edited(_ change: (inout [String: Any]) -> Void) throws -> Lifecycle {
    let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(self))
    let body = try JSONSerialization.data(withJSONObject: Self.edited(whole, change))
    return try JSONDecoder().decode(Lifecycle.self, from: body)
  }

  private static func edited(_ part: Any, _ change: (inout [String: Any]) -> Void) -> Any {
    if let list = part as? [Any] { return list.map { edited($0, change) } }
    guard var members = part as? [String: Any] else { return part }
    change(&members)
    return members.mapValues { edited($0, change) }
  }
}

extension World {
  /// The next daemon goes on with `lifecycle`, and with all processes. The requests of clients are numbered anew.
  mutating func goOn(with lifecycle: Lifecycle) { begin(with: lifecycle, laws, adopting: living) }
}
