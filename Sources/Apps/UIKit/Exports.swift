// `import UIKit` brings Foundation, Dispatch and the notification centre with it, as Apple's does.

@_exported public import Dispatch
@_exported public import Foundation
@_exported public import UserNotifications
