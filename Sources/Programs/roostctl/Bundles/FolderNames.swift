// The names in an open folder, as the kernel has them: any bytes but a slash and NUL.
import Glibc

struct FolderName {
  /// With the NUL behind it.
  let bytes: [CChar]

  /// Nil when it is not valid UTF-8.
  var text: String? { String(validating: letters, as: UTF8.self) }

  /// Bytes that are no text are replaced.
  var repaired: String { String(decoding: letters, as: UTF8.self) }

  /// As those of private files are.
  var isHidden: Bool { letters.first == UInt8(ascii: ".") }

  /// For people.
  var shown: String { "\"\(repaired)\"" }

  private var letters: [UInt8] { bytes.dropLast().map { UInt8(bitPattern: $0) } }
}

enum FolderNames {
  /// Without `.` and `..`, in no order.
  static func of(_ folder: CInt, _ path: String) throws(CommandFailure) -> [FolderName] {
    // closedir(3) closes the one it is given.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else { throw unable("list \(path)", errno) }
    defer { closedir(stream) }
    var names: [FolderName] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      if strcmp(bytes, ".") != 0, strcmp(bytes, "..") != 0 { names.append(FolderName(bytes: bytes)) }
    }
    guard errno == 0 else { throw unable("list \(path)", errno) }
    return names
  }
}
