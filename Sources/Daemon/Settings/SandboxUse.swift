// The use of the sandbox: `sandbox` of `[apps]`.

package nonisolated enum SandboxUse: Equatable, Sendable {
  case off
  /// By what this kernel has.
  case on
  /// An app is not launched where the kernel lacks Landlock or seccomp.
  case required
}
