// Asks the kernel how much memory and swap the machine has.
package import Linux

extension MachineMemory {
  /// As it is now; all 0 when /proc/meminfo cannot be read.
  package static func current(_ kernel: Kernel) -> Self {
    MachineMemory(meminfo: (try? kernel.readFile("/proc/meminfo")) ?? [])
  }
}
