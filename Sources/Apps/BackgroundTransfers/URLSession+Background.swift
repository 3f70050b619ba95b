// URLSession with Apple's calls: those of a background session go to roostd, all others to Foundation.

public import Foundation
public import FoundationNetworking
import OrdinarySessions

extension URLSession {
  public convenience init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {
    self.init(
      configuration: configuration, delegate: delegate as (any FoundationNetworking.URLSessionDelegate)?,
      delegateQueue: queue)
    if let identifier = configuration.identifier { BackgroundSessions.begin(self, identifier) }
  }

  // MARK: Downloads

  public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    BackgroundSessions.of(self)?.downloadTask(request) ?? ordinaryDownloadTask(with: request)
  }

  public func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

  public func downloadTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    requireForeground("Completion handler blocks are not supported in background sessions. Use a delegate instead.")
    return ordinaryDownloadTask(with: request, completionHandler: completionHandler)
  }

  public func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Of a background session it begins anew: the part of a cancelled transfer is not kept.
  public func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
    guard let session = BackgroundSessions.of(self), let request = ResumeData.request(of: resumeData) else {
      return ordinaryDownloadTask(withResumeData: resumeData)
    }
    return session.downloadTask(request)
  }

  // MARK: Uploads

  public func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
    BackgroundSessions.of(self)?.uploadTask(request, file) ?? ordinaryUploadTask(with: request, fromFile: file)
  }

  public func uploadTask(with request: URLRequest, from data: Data) -> URLSessionUploadTask {
    requireForeground("Upload tasks from NSData are not supported in background sessions.")
    return ordinaryUploadTask(with: request, from: data)
  }

  /// With Apple's words, which ends an app on iOS as well.
  private func requireForeground(_ words: String) {
    guard configuration.identifier == nil else { fatalError(words) }
  }

  // MARK: All tasks

  public func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    guard let session = BackgroundSessions.of(self) else {
      return ordinaryGetAllTasks(completionHandler: completionHandler)
    }
    delegateQueue.addOperation { completionHandler(session.tasks) }
  }

  public func getTasksWithCompletionHandler(
    _ completionHandler:
      @escaping @Sendable ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) ->
      Void
  ) {
    guard let session = BackgroundSessions.of(self) else {
      return ordinaryGetTasks(completionHandler: completionHandler)
    }
    delegateQueue.addOperation {
      let tasks = session.tasks
      completionHandler(
        [], tasks.compactMap { $0 as? URLSessionUploadTask }, tasks.compactMap { $0 as? URLSessionDownloadTask })
    }
  }

  /// `URLSession.allTasks`.
  public var allTasks: [URLSessionTask] {
    get async {
      await withCheckedContinuation { continuation in getAllTasks { continuation.resume(returning: $0) } }
    }
  }

  /// `URLSession.tasks`.
  public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async {
      await withCheckedContinuation { continuation in
        getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
      }
    }
  }

  public func invalidateAndCancel() {
    guard let session = BackgroundSessions.of(self) else { return ordinaryInvalidateAndCancel() }
    BackgroundSessions.cancelAll(session)
  }

  public func finishTasksAndInvalidate() {
    guard let session = BackgroundSessions.of(self) else { return ordinaryFinishTasksAndInvalidate() }
    BackgroundSessions.finish(session)
  }
}
