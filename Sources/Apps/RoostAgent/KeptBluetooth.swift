// The file in which CoreBluetooth keeps its managers for the app's next process, and UIKit finds whom to restore (LA4).

import Glibc

public enum KeptBluetooth {
  /// In the app's container: one JSON object, by role (`centrals`, `peripherals`) and restoration identifier the names
  /// of the peripherals.
  public static var file: String { (getenv("HOME").map { String(cString: $0) } ?? "") + "/Library/CoreBluetooth.json" }
}
