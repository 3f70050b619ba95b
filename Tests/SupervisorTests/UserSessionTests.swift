// The part of a user's session that programs without our library are told of.
import Testing

@testable import Supervisor

@Suite struct UserSessionTests {
  @Test("A program finds the display, the bus and its theme, and nothing else of the daemon's environment")
  @MainActor func chosen() {
    let environment = [
      "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
      "XDG_CURRENT_DESKTOP": "sway", "XCURSOR_SIZE": "24", "GTK_THEME": "Adwaita:dark", "QT_QPA_PLATFORM": "wayland",
      "SSH_AUTH_SOCK": "/tmp/agent", "NOTIFY_SOCKET": "/run/notify", "ROOST_SOCKET": "/run/roost", "HOME": "/home/me",
    ]
    #expect(
      UserSession.chosen(from: environment) == [
        "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus", "DISPLAY=:0", "GTK_THEME=Adwaita:dark",
        "QT_QPA_PLATFORM=wayland", "WAYLAND_DISPLAY=wayland-1", "XCURSOR_SIZE=24", "XDG_CURRENT_DESKTOP=sway",
      ])
  }
}
