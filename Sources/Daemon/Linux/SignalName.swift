// The names of signals (signal(7)).
import CLinux
import Glibc

/// SIGSEGV and the like, as glibc names them.
package func signalName(_ signal: Int32) -> String {
  roost_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
}
