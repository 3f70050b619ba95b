// roost-picture: reads an SVG document on standard input and writes it as PNG on standard output (roost-picture(8)).
import Glibc
import HelperRights

guard CommandLine.arguments.count == 1 else {
  complain("usage: roost-picture <PICTURE.svg >PICTURE.png")
  exit(EX_USAGE)
}
Limits.begin()
do throws(PictureProblem) {
  do throws(HelperRights.Problem) {
    try HelperRights.ofPainter.keepOnly()
    Limits.warnOfProcessorTime()
  } catch {
    throw PictureProblem(error.description)
  }
  try Bytes.print(try Drawing(of: try Bytes.ofInput()).png())
} catch {
  complain(error.description)
  exit(EXIT_FAILURE)
}
