// The code behind `@UIApplicationMain`: a call of the C functions NSStringFromClass and UIApplicationMain. The
// compiler finds the latter in the Clang module that Sources/CUIKit maps, without which it crashes.

import Foundation
import UIKit

/// UIKit's C function; the names are what ``nameOfClass(_:)`` returned.
@MainActor @_cdecl("UIApplicationMain")
public func applicationMain(
  _ argc: CInt, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ principalClassName: UnsafeRawPointer?,
  _ delegateClassName: UnsafeRawPointer?
) -> CInt {
  UIApplicationMain(argc, argv, string(principalClassName), string(delegateClassName))
}

/// Foundation's C function, which has no symbol on Linux; an NSString that nobody releases.
@_cdecl("NSStringFromClass")
public func nameOfClass(_ type: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged.passRetained(NSString(string: NSStringFromClass(unsafeBitCast(type, to: AnyClass.self)))).toOpaque()
}

private func string(_ object: UnsafeRawPointer?) -> String? {
  object.map { Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue().description }
}
