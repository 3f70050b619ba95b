// `import UIKit` brings Foundation and Dispatch with it, as Apple's does.

@_exported public import Dispatch
@_exported public import Foundation
