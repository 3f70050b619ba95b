// A kernel's file that is longer than a page is read to its end.
import TestFolders
import Testing

struct KernelFileTests {
  @Test("The tests read all of a file of /proc, and not the page alone that the kernel hands over at a time")
  func wholeFile() throws {
    let mapped = try KernelFile.text("/proc/self/maps")
    #expect(mapped.utf8.count > 4096)
    // One of the last lines (proc_pid_maps(5)).
    #expect(mapped.contains("[stack]"))
  }
}
