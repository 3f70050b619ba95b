// Refusals to a confined process of memory that nobody sees, of flags of later kernels and of odd sockets: tried by real processes.
import Testing

extension ConfinementTests {
  @Test("A confined process gets no memory that its figures do not show, and no large tables in the kernel")
  func kernelMemory() throws {
    let script = """
      queue = ctypes.c_ulong(0)
      say(call(447, 0))
      # PR_FUTEX_HASH, which only asks here (PR_FUTEX_HASH_GET_SLOTS).
      say(call(157, 78, 2, 0, 0))
      say(call(206, 1, ctypes.addressof(queue)))
      """
    #if arch(x86_64)
      #expect(try says(script, 3) == ["ENOSYS", "EINVAL", "ENOSYS"])
      #expect(try says(script, 3, confined: false).last == "done")
    #endif
  }

  @Test("A confined thread leaves its process's working directory and nothing else, whatever a later kernel offers")
  func unshared() throws {
    let script = """
      say(*{call(272, 1 << bit) for bit in range(64) if bit != 9}, call(272, 0x40200), call(272, 0))
      say(call(272, 0x200))
      """
    #if arch(x86_64)
      #expect(try says(script, 2) == ["EPERM EPERM EPERM", "done"])
    #endif
  }

  @Test("A confined process has sockets of the Internet for streams and datagrams alone, asked for by their kind too")
  func kinds() throws {
    let script = """
      import socket
      for family, kinds in ((2, (1, 2, 4, 5, 6)), (10, (4, 5, 6)), (1, (1, 2, 5))):
        for kind in kinds:
          try:
            socket.socket(family, kind, 0).close()
            say(family, kind, 'done')
          except OSError as error: say(family, kind, errno.errorcode[error.errno])
      # The upper half of the register, which the kernel does not look at.
      say(call(41 if os.uname().machine == 'x86_64' else 198, 2, 5 | 1 << 40, 0))
      """
    let refused = ["2 4", "2 5", "2 6", "10 4", "10 5", "10 6"].map { $0 + " EPROTONOSUPPORT" }
    let open = ["1 1 done", "1 2 done", "1 5 done"]
    #expect(try says(script, 12) == ["2 1 done", "2 2 done"] + refused + open + ["EPROTONOSUPPORT"])
  }
}
