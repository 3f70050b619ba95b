// The name that programs know a locale by.

/// The value of `LANG` (locale(7)) for an identifier of Foundation's: `ko_KR.UTF-8` for `ko_KR`, or for `ko-Kore-KR`.
public func environmentLocale(_ identifier: String) -> String {
  if identifier.hasSuffix("_POSIX") { return "C.UTF-8" }
  let parts = identifier.split { $0 == "_" || $0 == "-" }
  // A script, of four letters, has no place in it but for a few languages; the region has two letters or three digits.
  let region = parts.dropFirst().first { $0.utf8.count == 2 || $0.utf8.count == 3 }
  return [parts.first, region].compactMap { $0.map(String.init) }.joined(separator: "_") + ".UTF-8"
}
