// NSPrincipalClass of the app's Info.plist.

/// Nil when the bundle names none. Read by hand, since Bundle.main looks through the whole bundle first.
func principalClass(ofBundle bundle: String) -> String? {
  struct Info: Decodable {
    let NSPrincipalClass: String?
  }
  guard let plist = FileManager.default.contents(atPath: bundle + "/Info.plist"),
    // Most bundles name none: looking for the word costs less than reading the list.
    plist.range(of: Data("NSPrincipalClass".utf8)) != nil
  else { return nil }
  return (try? PropertyListDecoder().decode(Info.self, from: plist))?.NSPrincipalClass
}
