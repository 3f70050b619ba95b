// Paths as text: what a project says of places, before anybody looks whether they are there.

/// A path without `.` and `..`, as text alone.
func standardized(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

func lastName(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

/// With its folder's path taken away, where it is below it.
func relative(_ path: String, to folder: String) -> String {
  let prefix = (folder + "/").utf8
  return path.utf8.starts(with: prefix) ? String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self) : path
}

/// Without the dot, in small letters.
func fileExtension(_ path: String) -> String {
  let name = lastName(path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}
