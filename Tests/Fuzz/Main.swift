// Runs libFuzzer (llvm.org/docs/LibFuzzer.html) on one reader of bytes that somebody else wrote: tools/fuzz starts it.
import Glibc

// Not LLVMFuzzerTestOneInput: SwiftPM links an executable with a main of its own, and libFuzzer offers this for such.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer's library refers to it whatever it runs.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated { Pace.hold(input, Target.chosen) }
  return 0
}

@main struct Fuzz {
  static func main() {
    // In the environment and not an argument: libFuzzer starts itself again with the arguments that it knows.
    guard getenv("ROOST_FUZZ_TARGET") != nil else {
      for target in Target.all { print(target.name) }
      return
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, readOneInput))
  }
}
