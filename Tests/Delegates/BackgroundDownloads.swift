// Downloads that go on without their app, as Apple's article "Downloading files in the background" has them: one line
// differs, which imports BackgroundTransfers where there is no URLSession in Foundation.

import UIKit
#if canImport(BackgroundTransfers)
  import BackgroundTransfers
#endif

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  var backgroundCompletionHandler: (() -> Void)?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = DownloadController()
    window?.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    backgroundCompletionHandler = completionHandler
  }
}

class DownloadController: UIViewController, URLSessionDownloadDelegate {
  private lazy var urlSession: URLSession = {
    let config = URLSessionConfiguration.background(withIdentifier: "MySession")
    config.isDiscretionary = true
    config.sessionSendsLaunchEvents = true
    config.allowsCellularAccess = false
    config.httpAdditionalHeaders = ["X-App": "Films"]
    return URLSession(configuration: config, delegate: self, delegateQueue: nil)
  }()
  private var resumeData: Data?
  private let progressView = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    let backgroundTask = urlSession.downloadTask(with: URL(string: "https://example.com/film")!)
    backgroundTask.earliestBeginDate = Date().addingTimeInterval(60 * 60)
    backgroundTask.countOfBytesClientExpectsToSend = 200
    backgroundTask.countOfBytesClientExpectsToReceive = 500 * 1024
    backgroundTask.resume()
    urlSession.getAllTasks { tasks in print(tasks.count) }
  }

  func showProgress() async {
    let (_, uploads, downloads) = await urlSession.tasks
    let all = await urlSession.allTasks
    progressView.text = "\(uploads.count + downloads.count) of \(all.count)"
  }

  func pause(_ task: URLSessionDownloadTask) {
    task.cancel { resumeDataOrNil in
      DispatchQueue.main.async { self.resumeData = resumeDataOrNil }
    }
  }

  func goOn() {
    guard let resumeData else { return }
    urlSession.downloadTask(withResumeData: resumeData).resume()
  }

  func send(_ file: URL) {
    var request = URLRequest(url: URL(string: "https://example.com/films")!)
    request.httpMethod = "POST"
    let task = urlSession.uploadTask(with: request, fromFile: file)
    task.taskDescription = file.lastPathComponent
    task.resume()
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    guard totalBytesExpectedToWrite != NSURLSessionTransferSizeUnknown else { return }
    let progress = Double(totalBytesWritten) / Double(totalBytesExpectedToWrite)
    DispatchQueue.main.async { self.progressView.text = "\(Int(progress * 100)) %" }
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
    guard let httpResponse = downloadTask.response as? HTTPURLResponse,
      (200...299).contains(httpResponse.statusCode)
    else { return print("server error") }
    do {
      let documentsURL = try FileManager.default.url(
        for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: false)
      try FileManager.default.moveItem(at: location, to: documentsURL.appendingPathComponent(location.lastPathComponent))
    } catch {
      print("file error: \(error)")
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    guard let error = error as? URLError else { return }
    if error.code == .timedOut || error.code == .networkConnectionLost { print(error.localizedDescription) }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    DispatchQueue.main.async {
      guard let appDelegate = UIApplication.shared.delegate as? AppDelegate,
        let backgroundCompletionHandler = appDelegate.backgroundCompletionHandler
      else { return }
      backgroundCompletionHandler()
    }
  }
}
