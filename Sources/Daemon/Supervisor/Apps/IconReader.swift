// Reads icons on a thread of its own: a bundle may lie on a disk that is slow, or far away.
import Bundles
import LifecycleModel
import Linux
import Systemd

nonisolated struct IconReader: Sendable {
  private let queue = WorkQueue()
  private let deliver: Deliver

  init(deliver: @escaping Deliver) { self.deliver = deliver }

  func read(
    _ bundle: AppBundle, then: @escaping @MainActor @Sendable (Result<BundleIcon, BundleIcon.Problem>) -> Void
  ) {
    let told = AnswerOnLoop(then)
    queue.async { [deliver] in
      let result: Result<BundleIcon, BundleIcon.Problem>
      do throws(BundleIcon.Problem) {
        result = .success(try bundle.icon())
      } catch {
        result = .failure(error)
      }
      told.tell(result, by: deliver)
    }
  }
}

extension Supervisor {
  func homeScreenName(of app: AppID) -> String? { launcher.catalog.bundles[app]?.homeScreen.name }

  /// Reads the icon of an app.
  func icon(
    of app: AppID, then: @escaping @MainActor @Sendable (Result<BundleIcon, BundleIcon.Problem>) -> Void
  ) {
    guard let bundle = launcher.catalog.bundles[app] else { return then(.failure(.none)) }
    icons.read(bundle, then: then)
  }
}
