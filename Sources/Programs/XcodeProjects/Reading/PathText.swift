// Paths as text: what a project says of places, before anybody looks whether they are there.

/// A path without `.` and `..`, as text alone.
func standardized(_ path: String) -> String {
  var parts: [String] = []
  for part in pathParts(path) where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

/// Between slashes, by its bytes: a slash that a mark combines with is one to the kernel, which goes up at `..` before it.
package func pathParts(_ path: String) -> [String] {
  path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
}

func lastName(_ path: String) -> String { pathParts(path).last ?? "" }

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
