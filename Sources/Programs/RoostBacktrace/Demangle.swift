// Names of functions as their authors wrote them.
import CElfutils
import Glibc

/// The name behind a linker's symbol: of Swift, of C++, or else the symbol without its version.
func demangled(_ symbol: String) -> String {
  let demangled = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0) ?? __cxa_demangle(symbol, nil, nil, nil)
  // A C function of a library with versions: the part from @ on is the version's (ld(1), VERSION).
  guard let demangled else { return String(symbol.prefix { $0 != "@" }) }
  defer { free(demangled) }
  return String(cString: demangled)
}
