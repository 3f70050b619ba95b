// The tasks of a background session: Foundation's classes, with roostd behind them.

public import Foundation
public import FoundationNetworking

final class CarriedDownloadTask: URLSessionDownloadTask, CarriedTask, @unchecked Sendable {
  // @unchecked: as Foundation's own; of its own it has a constant.
  let transfer: CarriedTransfer

  init(_ transfer: CarriedTransfer) {
    self.transfer = transfer
    super.init()
  }

  override var taskIdentifier: Int { transfer.number }
  override var originalRequest: URLRequest? { transfer.request }
  override var currentRequest: URLRequest? { transfer.request }
  override var response: URLResponse? { transfer.now.response }
  override var state: URLSessionTask.State { transfer.now.state }
  override var error: (any Error)? { transfer.now.error }
  override var countOfBytesReceived: Int64 { transfer.now.received }
  override var countOfBytesExpectedToReceive: Int64 { transfer.now.expected }
  override func resume() { transfer.session.begin(self) }
  override func suspend() { transfer.session.suspend(self) }
  override func cancel() { transfer.session.cancel(self) }

  /// The data has the request alone: the download it begins is a whole one.
  override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
    transfer.session.cancel(self)
    completionHandler(ResumeData(transfer.request).bytes)
  }
}

final class CarriedUploadTask: URLSessionUploadTask, CarriedTask, @unchecked Sendable {
  // @unchecked: as above.
  let transfer: CarriedTransfer

  init(_ transfer: CarriedTransfer) {
    self.transfer = transfer
    super.init()
  }

  override var taskIdentifier: Int { transfer.number }
  override var originalRequest: URLRequest? { transfer.request }
  override var currentRequest: URLRequest? { transfer.request }
  override var response: URLResponse? { transfer.now.response }
  override var state: URLSessionTask.State { transfer.now.state }
  override var error: (any Error)? { transfer.now.error }
  override func resume() { transfer.session.begin(self) }
  override func suspend() { transfer.session.suspend(self) }
  override func cancel() { transfer.session.cancel(self) }
}

extension URLSessionTask {
  /// The transfer of a background session does not begin before this.
  public var earliestBeginDate: Date? {
    get { (self as? any CarriedTask)?.transfer.now.earliest }
    set { (self as? any CarriedTask)?.transfer.set(earliest: newValue) }
  }
}
