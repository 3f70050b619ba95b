// One session whose transfers roostd carries out: its tasks, and the calls of its delegate (BX9 to BX12).

import AgentProtocol
import Foundation
import FoundationNetworking
import RoostAgent
import Synchronization

final class BackgroundSession: Sendable {
  private struct State: Sendable {
    var tasks: [Int: any CarriedTask] = [:]
    var last = -1
    /// Their delegate has heard of their end; roostd may list them for a moment longer.
    var told: Set<Int> = []
  }

  let identifier: String
  /// Foundation's own, which keeps the delegate and its queue.
  let session: URLSession
  private let state = Mutex(State())
  private let kept: KeptRequests
  private let channel: @Sendable () -> Channel?

  /// - Parameters:
  ///   - home: the app's container.
  ///   - channel: of the roostd that runs the app; nil while none does.
  init(
    _ session: URLSession, identifier: String, home: String = NSHomeDirectory(),
    channel: @escaping @Sendable () -> Channel? = { Channel.ofApp }
  ) {
    self.session = session
    self.identifier = identifier
    self.channel = channel
    kept = KeptRequests(session: identifier, home: home)
  }

  var tasks: [any CarriedTask] {
    state.withLock { $0.tasks.values.sorted { $0.taskIdentifier < $1.taskIdentifier } }
  }

  // MARK: Tasks

  func downloadTask(_ request: URLRequest) -> URLSessionDownloadTask {
    make(request) { CarriedDownloadTask($0) }
  }

  func uploadTask(_ request: URLRequest, _ file: URL) -> URLSessionUploadTask {
    make(request, sending: file) { CarriedUploadTask($0) }
  }

  private func make<Task: CarriedTask>(
    _ request: URLRequest, sending file: URL? = nil, _ task: (CarriedTransfer) -> Task
  ) -> Task {
    state.withLock { state in
      state.last += 1
      let task = task(CarriedTransfer(state.last, request, sending: file, in: self, hasBegun: false))
      state.tasks[state.last] = task
      return task
    }
  }

  func begin(_ task: any CarriedTask) {
    guard task.transfer.begin() else { return }
    let request: AgentProtocol.TransferRequest
    do throws(URLError) {
      request = try order(task)
    } catch {
      return fail(task, error)
    }
    guard let roostd = channel() else {
      return fail(
        task,
        URLError(
          .backgroundSessionWasDisconnected,
          because: "no roostd runs this app; start it with 'roostctl launch BUNDLE-ID'"))
    }
    let entry = KeptRequest(task.transfer.request, file: task.transfer.file, description: task.taskDescription)
    let number = task.transfer.number
    let earlier = kept.change { $0.updateValue(entry, forKey: number) }
    roostd.request(.beginTransfer(request), now: Date().timeIntervalSince1970) { [self] result in
      guard case .failure(let refusal) = result else { return task.transfer.grant() }
      // Where its number is another transfer's already, that one's request is kept.
      if task.transfer.refuse(), case .refused = refusal { kept.change { $0[number] = earlier } }
      fail(task, URLError(refusal.code, because: "\(refusal)"))
    }
    if task.transfer.becomeKnown() { takeNote(of: task) }
  }

  private func order(_ task: any CarriedTask) throws(URLError) -> AgentProtocol.TransferRequest {
    let (request, configuration) = (task.transfer.request, session.configuration)
    var headers: [String: String] = [:]
    for (field, value) in configuration.httpAdditionalHeaders ?? [:] { headers["\(field)"] = "\(value)" }
    headers.merge(request.allHTTPHeaderFields ?? [:]) { $1 }
    guard request.httpBody == nil, request.httpBodyStream == nil else {
      throw URLError(
        .requestBodyStreamExhausted,
        because: "a background session sends no httpBody; use uploadTask(with:fromFile:) with the body in a file")
    }
    let method = request.httpMethod ?? "GET"
    return AgentProtocol.TransferRequest(
      session: identifier, number: task.transfer.number,
      // URLRequest has GET where nothing is set, which sends nothing.
      method: task.transfer.file != nil && method == "GET" ? "POST" : method, url: request.url?.absoluteString ?? "",
      headers: headers, file: try task.transfer.file.map { file throws(URLError) in try name(of: file) },
      isDiscretionary: configuration.isDiscretionary,
      allowsCellular: configuration.allowsCellularAccess && request.allowsCellularAccess,
      earliest: task.transfer.now.earliest?.timeIntervalSince1970)
  }

  /// Relative to the container, out of which roostd reads nothing for an app.
  private func name(of file: URL) throws(URLError) -> String {
    let (path, home) = (file.standardizedFileURL.path, URL(fileURLWithPath: NSHomeDirectory()).standardizedFileURL.path)
    guard path.hasPrefix(home + "/") else {
      throw URLError(
        .fileDoesNotExist,
        because:
          "unable to send \(path) in the background: it is not in the app's container \(home); copy it there first")
    }
    return String(path.dropFirst(home.count + 1))
  }

  func suspend(_ task: any CarriedTask) {
    guard task.transfer.now.state == .running else { return }
    complain("suspend() has no effect on a transfer of the background session \(identifier); cancel it, or let it run")
  }

  func cancel(_ task: any CarriedTask) {
    let error = URLError(.cancelled)
    guard task.transfer.end(.completed, error: error) else { return }
    takeNote(of: task)
    tell(task, error)
  }

  /// roostd does not carry it out.
  private func fail(_ task: any CarriedTask, _ error: URLError) {
    task.transfer.refuse()
    guard task.transfer.end(.completed, error: error) else { return }
    tell(task, error)
  }

  // MARK: News

  /// The transfers as roostd has them: of an earlier process of the app, or of the time while this one was suspended.
  func learn(isWoken: Bool) {
    if case .transfers(let all)? = try? channel()?.request(.transfers(session: identifier)) {
      let requests = kept.all
      for status in all { hear(status, requests[status.number]) }
    }
    guard isWoken else { return }
    session.delegateQueue.addOperation { [self] in
      (session.delegate as? any URLSessionDelegate)?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
    }
  }

  func hear(_ status: TransferStatus, _ request: KeptRequest? = nil) {
    guard let task = task(status, request) else { return }
    switch status.state {
    case .waiting, .running:
      let new = task.transfer.note(received: status.received, expected: status.expected)
      task.moveProgress()
      guard new > 0, let download = task as? CarriedDownloadTask else { return }
      session.delegateQueue.addOperation { [self] in
        (session.delegate as? any FoundationNetworking.URLSessionDownloadDelegate)?.urlSession(
          session, downloadTask: download, didWriteData: new, totalBytesWritten: status.received,
          totalBytesExpectedToWrite: status.expected ?? NSURLSessionTransferSizeUnknown)
      }
    case .ended:
      _ = task.transfer.note(received: status.received, expected: status.expected ?? status.received)
      guard task.transfer.end(.completed, response: status.response, error: status.failure) else { return }
      if status.failure == nil { task.moveProgress() }
      tell(task, status.failure, status.location)
    }
  }

  private func task(_ status: TransferStatus, _ request: KeptRequest?) -> (any CarriedTask)? {
    state.withLock { state in
      if state.told.contains(status.number) { return nil }
      if let task = state.tasks[status.number] { return task }
      let file = request?.file.map { URL(fileURLWithPath: $0) }
      let original = request?.request ?? URL(string: status.url).map { URLRequest(url: $0) }
      let transfer = CarriedTransfer(
        status.number, original ?? URLRequest(url: URL(fileURLWithPath: "/")), sending: file, in: self, hasBegun: true)
      let task: any CarriedTask = file == nil ? CarriedDownloadTask(transfer) : CarriedUploadTask(transfer)
      task.taskDescription = request?.description
      state.tasks[status.number] = task
      state.last = max(state.last, status.number)
      return task
    }
  }

  // MARK: The end

  /// roostd is told that the app knows the end when the delegate does: an app that dies before finds it again (BX12).
  private func tell(_ task: any CarriedTask, _ error: URLError?, _ location: URL? = nil) {
    session.delegateQueue.addOperation { [self] in
      if let location {
        if let download = task as? CarriedDownloadTask {
          (session.delegate as? any FoundationNetworking.URLSessionDownloadDelegate)?.urlSession(
            session, downloadTask: download, didFinishDownloadingTo: location)
        } else if let upload = task as? CarriedUploadTask, let answer = try? Data(contentsOf: location), !answer.isEmpty
        {
          (session.delegate as? any FoundationNetworking.URLSessionDataDelegate)?.urlSession(
            session, dataTask: upload, didReceive: answer)
        }
        // The app has moved it, or does not want it.
        try? FileManager.default.removeItem(at: location)
      }
      (session.delegate as? any FoundationNetworking.URLSessionTaskDelegate)?.urlSession(
        session, task: task, didCompleteWithError: error)
      takeNote(of: task)
      state.withLock { $0.tasks[task.transfer.number] = nil }
      BackgroundSessions.forgetIfDone(self)
    }
  }

  private func takeNote(of task: any CarriedTask) {
    // The number of one that roostd refuses may be another transfer's. It refuses at once, and before it answers this.
    if task.transfer.mayBeRefused { _ = try? channel()?.request(.transfers(session: identifier)) }
    if task.transfer.takeNote() { discard(task.transfer.number) }
  }

  /// Once for each: the number may be another transfer's right after.
  private func discard(_ number: Int) {
    kept.change { $0[number] = nil }
    state.withLock { _ = $0.told.insert(number) }
    channel()?.request(.cancelTransfer(session: identifier, number: number)) { _ in }
  }
}

extension RequestError {
  /// roostd's own words are in the error's description.
  fileprivate var code: URLError.Code {
    switch self {
    case .refused: .unsupportedURL
    case .channelEnded: .backgroundSessionWasDisconnected
    }
  }
}
