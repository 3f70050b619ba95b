// Finds the source file and line of an address, where the debug information has them.
import CElfutils

/// Looks through the compilation units itself: libdw looks only where `.debug_aranges` points, which clang and swiftc
/// do not write.
struct SourceLines {
  private typealias Unit = (die: UnsafeMutablePointer<Dwarf_Die>, bias: Dwarf_Addr)
  private var units: [OpaquePointer: [Unit]] = [:]

  mutating func find(
    _ address: UInt64, in module: OpaquePointer, while hasTime: () -> Bool
  ) -> (file: String, line: Int)? {
    for unit in units(of: module, while: hasTime) {
      guard hasTime() else { return nil }
      guard dwarf_haspc(unit.die, address &- unit.bias) == 1 else { continue }
      var number: CInt = 0
      guard let line = dwarf_getsrc_die(unit.die, address &- unit.bias), dwarf_lineno(line, &number) == 0, number > 0,
        let file = dwarf_linesrc(line, nil, nil)
      else { return nil }
      return (String(cString: file), Int(number))
    }
    return nil
  }

  private mutating func units(of module: OpaquePointer, while hasTime: () -> Bool) -> [Unit] {
    if let known = units[module] { return known }
    var found: [Unit] = []
    var bias: Dwarf_Addr = 0
    while hasTime(), let next = dwfl_module_nextcu(module, found.last?.die, &bias) { found.append((next, bias)) }
    units[module] = found
    return found
  }
}
