// Making an object of a class known only at run time, with init(), as Objective-C's [[class alloc] init] does.

extension NSObject {
  /// Calls `init()` of the class it is called on, since a convenience initializer delegates through the class's vtable.
  convenience init(dynamically: ()) { self.init() }

  /// The initializer above, as a method that takes any class. Swift lets `init` be called on a class value only where
  /// it is `required`, and a required UIResponder.init() would break iOS sources: every class with an initializer of
  /// its own would have to repeat it. The linker checks that the symbol exists; method and initializer have one
  /// signature. A class without `init()` ends the process with "Use of unimplemented initializer 'init()'", as it does
  /// on iOS.
  @_silgen_name("$s10Foundation8NSObjectC5UIKitE11dynamicallyACyt_tcfC")
  class func makeDynamically() -> NSObject
}
