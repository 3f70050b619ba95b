// One file on its way from a server, and what is there of it when the app, or its time, ends before it has come.

import Foundation

@MainActor class Downloader {
  private var download = Download.saved
  private var get: HTTPGet?

  /// There is something to fetch, and nobody fetches it.
  var canGoOn: Bool { download != nil && get == nil }

  /// Gives up what was there before.
  func begin(_ source: URL) {
    download?.discard()
    let download = Download(source: source)
    keep(download)
    self.download = download
  }

  /// Fetches what is missing.
  /// - Parameter ended: called when nothing more comes, with whether all has come; not called after ``stop()``.
  func goOn(ended: @escaping @MainActor (Bool) -> Void) {
    guard let download, canGoOn else { return }
    let get = HTTPGet(download.source)
    self.get = get
    let start = download.etag == nil ? 0 : download.received
    print(start == 0 ? "begins" : "goes on at \(start)")
    DispatchQueue.global().async {
      let result = Result { try Self.fetch(download, from: start, with: get) }
      DispatchQueue.main.async { MainActor.assumeIsolated { self.finish(result, of: get, ended) } }
    }
  }

  /// The bytes that have come are kept, and nothing is added to them from now on.
  func stop() {
    guard let get else { return }
    get.cancel()
    self.get = nil
    // With what the server has said meanwhile.
    download = Download.saved
    print("stops at \(download?.received ?? 0)")
  }

  /// Away from the main thread: writes what comes, as it comes.
  private nonisolated static func fetch(_ download: Download, from start: Int, with get: HTTPGet) throws {
    var handle: FileHandle?
    try get.run(from: start, ifRange: download.etag) { response in
      var answered = download
      answered.etag = response.validator
      try answered.save()
      handle = try answered.partialFile(startingAt: response.isPartial ? start : 0)
    } receive: { piece in
      try handle?.write(contentsOf: piece)
    }
    try handle?.close()
  }

  private func finish(_ result: Result<Void, any Error>, of get: HTTPGet, _ ended: @MainActor (Bool) -> Void) {
    // One that was stopped has nothing to say.
    guard get === self.get else { return }
    self.get = nil
    do {
      try result.get()
      try download?.complete()
      print("has it all")
      download = nil
      ended(true)
    } catch {
      print(error.localizedDescription)
      download = Download.saved
      ended(false)
    }
  }

  private func keep(_ download: Download) {
    do {
      try download.save()
    } catch {
      print("unable to save the state of the download: \(error.localizedDescription)")
    }
  }
}
