// The session's delegates with Apple's names, and the call that Foundation on Linux lacks.

public import FoundationNetworking

public protocol URLSessionDelegate: FoundationNetworking.URLSessionDelegate {
  /// All that `handleEventsForBackgroundURLSession` has woken the app for has been delivered: its completion handler is
  /// called now.
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension URLSessionDelegate {
  public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

public protocol URLSessionTaskDelegate: FoundationNetworking.URLSessionTaskDelegate, URLSessionDelegate {}
public protocol URLSessionDataDelegate: FoundationNetworking.URLSessionDataDelegate, URLSessionTaskDelegate {}
public protocol URLSessionDownloadDelegate: FoundationNetworking.URLSessionDownloadDelegate, URLSessionTaskDelegate {}
