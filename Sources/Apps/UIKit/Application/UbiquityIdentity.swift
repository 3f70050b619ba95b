// FileManager.ubiquityIdentityToken: whether somebody is signed in to iCloud, and whether it is still the same person.

import Synchronization

extension FileManager {
  /// Stands for the account that is signed in, and is equal to that of the same account later; nil when nobody is.
  /// `NSUbiquityIdentityDidChange` is posted when it has changed. Foundation on Linux has none of its own.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? {
    UbiquityIdentity.account.map { NSString(string: $0) }
  }
}

enum UbiquityIdentity {
  private static let signedIn = Mutex<String?>(nil)

  static var account: String? {
    get { signedIn.withLock { $0 } }
    set { signedIn.withLock { $0 = newValue } }
  }
}

extension FileManager {
  /// Nil, as on iOS where iCloud has no documents: nothing syncs the files of an app here.
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? { nil }
}
