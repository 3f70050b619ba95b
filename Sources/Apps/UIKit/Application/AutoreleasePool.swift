// autoreleasepool(invoking:), which Swift has with Objective-C alone.

/// Calls `body`. Without Objective-C no object waits for the end of a pool.
public func autoreleasepool<Failure, Result>(invoking body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try body()
}
