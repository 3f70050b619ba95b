// Foundation's own calls of URLSession by other names, for a module whose calls have Foundation's names.

package import Foundation
package import FoundationNetworking

extension URLSession {
  package func ordinaryDownloadTask(with request: URLRequest) -> URLSessionDownloadTask { downloadTask(with: request) }

  package func ordinaryDownloadTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask { downloadTask(with: request, completionHandler: completionHandler) }

  package func ordinaryDownloadTask(withResumeData data: Data) -> URLSessionDownloadTask {
    downloadTask(withResumeData: data)
  }

  package func ordinaryUploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
    uploadTask(with: request, fromFile: file)
  }

  package func ordinaryUploadTask(with request: URLRequest, from data: Data) -> URLSessionUploadTask {
    uploadTask(with: request, from: data)
  }

  package func ordinaryGetAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    getAllTasks(completionHandler: completionHandler)
  }

  package func ordinaryGetTasks(
    completionHandler:
      @escaping @Sendable ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) ->
      Void
  ) { getTasksWithCompletionHandler(completionHandler) }

  package func ordinaryInvalidateAndCancel() { invalidateAndCancel() }

  package func ordinaryFinishTasksAndInvalidate() { finishTasksAndInvalidate() }
}
