// One line on its way to an app. The kernel notes the part of it that has gone, so that it is never sent twice.
import Linux
import SystemPackage

/// The line lies in the log, and goes from there into the pipe by splice(2), which stores how far it has come in the
/// same log before it returns: whatever instant the daemon ends at, the next knows what the app has been sent. A write(2)
/// would leave open whether it had happened.
package final class OutgoingLine {
  private let bytes: [UInt8]
  /// Nil where no log is kept.
  private var place: (log: StateLog, record: Int)?
  private var writtenDirectly = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes that the pipe has not taken.
  var rest: ArraySlice<UInt8> { bytes.dropFirst(written) }

  private var written: Int {
    guard let (log, record) = place else { return writtenDirectly }
    return writtenDirectly + log.progress(of: record)
  }

  /// Puts what is left of it into `log`, as a record of its own.
  func enter(_ log: StateLog, _ kind: LogRecord.Kind, _ number: UInt64) {
    let rest = rest
    writtenDirectly = bytes.count - rest.count
    place = log.appendLine(kind, number, rest).map { (log, $0) }
  }

  /// Writes what the pipe takes; nil when that was all of it.
  ///
  /// - Returns: `EAGAIN` when the pipe is full, `EPIPE` when nobody reads it any more.
  func write(to pipe: CInt) -> Errno? {
    while !rest.isEmpty {
      if let error = writeOnce(to: pipe) { return error }
    }
    return nil
  }

  private func writeOnce(to pipe: CInt) -> Errno? {
    if let (log, record) = place { return log.splice(record, into: pipe) }
    do throws(Errno) {
      writtenDirectly += try Sys.write(pipe, bytes, from: written)
      return nil
    } catch {
      return error
    }
  }
}
