// The log's text of the input that every start of an app waits for.
import LifecycleModel
import WireJSON

extension Input {
  /// As `Decoder` reads it.
  ///
  /// The request to launch an app is put together here, since Swift's `Encoder` takes a box and some thousand instructions for each
  /// value in it that has members: a quarter of all that the daemon computes until the app is started.
  /// - Throws: `EncodingError`.
  func text() throws -> [UInt8] {
    guard case .wish(.launch(let app, let launch, let placement), let request) = self,
      launch.options.response == nil, launch.options.wake == nil
    else { return try WireEncoder.encode(self) }
    return ObjectWriter.bytes { input in
      input.put("wish") { wish in
        wish.put("_0") { wish in
          wish.put("launch") { values in
            values.put("_0") { $0.put("string", app.string) }
            values.put("_1") { launch.write(to: &$0) }
            values.put("_2") { $0.put(placement == .foreground ? "foreground" : "background") { _ in } }
          }
        }
        wish.put("_1") { request.write(to: &$0) }
      }
    }
  }
}

extension Launch {
  /// But for its options' response and wake.
  fileprivate func write(to writer: inout ObjectWriter) {
    writer.put("options") { writer in
      writer.put("url", ifPresent: options.url)
      writer.put("sourceApplication", ifPresent: options.sourceApplication)
      writer.put("shortcut", ifPresent: options.shortcut)
      writer.put("activity", ifPresent: options.activity)
    }
    writer.put("arguments", arguments)
    writer.put("environment") { writer in
      for (name, value) in environment { writer.put(name, value) }
    }
    writer.put("waitsForDebugger", waitsForDebugger)
  }
}

extension Request {
  fileprivate func write(to writer: inout ObjectWriter) {
    writer.put("id") { $0.put("number", id.number) }
    writer.put("answer") { writer in
      switch answer {
      case .whenTaken: writer.put("whenTaken") { _ in }
      case .whenDone: writer.put("whenDone") { _ in }
      }
    }
  }
}
