// The log's text of an input, as far as an app or its user waits for it.
import LifecycleModel
import WireJSON

extension Input {
  /// As `Decoder` reads it.
  ///
  /// A wish is put together here as far as possible, since Swift's `Encoder` takes a box and some thousand instructions for each
  /// value in it that has members: a quarter of all that the daemon computes until an app is started or has an event.
  /// - Throws: `EncodingError`.
  func text() throws -> [UInt8] {
    guard case .wish(let wish, let request) = self else { return try WireEncoder.encode(self) }
    let wished = try wish.text()
    return ObjectWriter.bytes { input in
      input.put("wish") { values in
        values.put("_0", written: wished)
        values.put("_1") { request.write(to: &$0) }
      }
    }
  }
}

extension Wish {
  /// - Throws: `EncodingError`.
  fileprivate func text() throws -> WrittenJSON {
    if case .launch(let app, let launch, let placement) = self,
      launch.options.response == nil, launch.options.wake == nil
    {
      return .object { wish in
        wish.put("launch") { values in
          values.put("_0") { app.write(to: &$0) }
          values.put("_1") { launch.write(to: &$0) }
          values.put("_2") { $0.put(placement == .foreground ? "foreground" : "background") { _ in } }
        }
      }
    }
    if case .userInput(let app, let input) = self {
      return .object { wish in
        wish.put("userInput") { values in
          values.put("_0") { app.write(to: &$0) }
          values.put("_1", input)
        }
      }
    }
    return try WrittenJSON(encoding: self)
  }
}

extension AppID {
  fileprivate func write(to writer: inout ObjectWriter) { writer.put("string", string) }
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
