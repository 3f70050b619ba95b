// The reason why there is no picture, and how it is told.
import Glibc

struct PictureProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// On standard error, after the program's name.
func complain(_ words: String) {
  "roost-picture: \(words)\n".withCString { _ = Glibc.write(STDERR_FILENO, $0, strlen($0)) }
}
