// The part of libsystemd that Swift sees, and the part of the kernel that Glibc leaves out.
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>
#include <systemd/sd-journal.h>
