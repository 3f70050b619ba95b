"""The device from a test's side, shaped like XCUIDevice."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from .app import App
from .daemon import PrivateDaemon
from .decoding import decode
from .errors import RoostError
from .events import EventLog
from .pictures import Screenshot
from .records import AppStatus, DeviceState, Task
from .varlink import Client
from .words import Answer, Button, Call, MemoryLevel, Orientation, Panel, Service

# Longer than any deadline of the life cycle.
PATIENCE = 120.0


class Device:
    """A device of one's own, as a context manager: a private daemon that is gone, with its apps and files, at the end.

    `with Device(apps=["build/apps"]) as device:`. Its methods return when every app has handled what they did.
    """

    def __init__(
        self,
        apps: Iterable[str | os.PathLike[str]] = (),
        configuration: str = "",
        roostd: str | os.PathLike[str] = "roostd",
        bus: str | None = None,
    ) -> None:
        """Starts the daemon; PrivateDaemon explains the parameters."""
        self._daemon: PrivateDaemon | None = PrivateDaemon(apps, configuration, roostd, bus)
        try:
            self._open(self._daemon.socket)
        except BaseException:
            self._daemon.close()
            raise

    @classmethod
    def connect(cls, socket: str | os.PathLike[str]) -> Device:
        """The device of a daemon that runs already, and goes on when this is closed."""
        device = cls.__new__(cls)
        device._daemon = None
        device._open(os.fspath(socket))
        return device

    def _open(self, socket: str) -> None:
        self.client = Client(socket, PATIENCE)
        # The events since this device was made, in order.
        self.events = EventLog(self.client)

    def __enter__(self) -> Device:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the private daemon and its apps, and removes its folder."""
        self.client.close()
        if self._daemon:
            self._daemon.close()
        self.events.close()

    @property
    def daemon(self) -> PrivateDaemon:
        """The private daemon."""
        if self._daemon is None:
            raise RoostError(f"the daemon at {self.client.path} is not this test's own")
        return self._daemon

    def restart(self, after: signal.Signals = signal.SIGTERM) -> None:
        """Ends the private daemon by a signal and starts it again in the same folder. Its apps end with it: nobody keeps
        their channels meanwhile, as systemd does for a service."""
        self.daemon.restart(after)
        self.client.close()
        self.events.watch()

    # Apps

    def app(self, id: str) -> App:
        """An app that is installed on it, running or not."""
        return App(self, id)

    @property
    def apps(self) -> list[AppStatus]:
        """Every installed app."""
        return [decode(AppStatus, app) for app in self._call("Apps.List")["apps"]]

    @property
    def tasks(self) -> list[Task]:
        """The background work that apps have asked for in advance."""
        return [decode(Task, task) for task in self._call("Apps.ListTasks")["tasks"]]

    def open(self, url: str, timeout: float | None = None) -> App:
        """Opens a URL in the app that declares its scheme: that app."""
        return self.app(str(self._call("Apps.Open", timeout, url=url)["app"]))

    # Buttons, and what lies over the apps

    @property
    def state(self) -> DeviceState:
        """The device as it is now."""
        return decode(DeviceState, self._call("Device.GetState"))

    def press(self, button: Button, timeout: float | None = None) -> None:
        self.client.call(button.value, timeout)

    def home(self) -> None:
        self.press(Button.HOME)

    def lock(self) -> None:
        self.press(Button.LOCK)

    def unlock(self, passcode: str | None = None) -> None:
        """passcode: needed when one is set."""
        self._call("Device.Unlock", passcode=passcode)

    def set_passcode(self, passcode: str | None, old: str | None = None) -> None:
        """Sets a passcode; with None takes it away."""
        self._call("Device.SetPasscode", passcode=passcode, old=old)

    def call(self, action: Call) -> None:
        """Simulates a telephone call."""
        self._call("Device.Call", action=action.value)

    def show_alert(self) -> None:
        self._call("Device.Alert", action="show")

    def dismiss_alert(self) -> None:
        self._call("Device.Alert", action="dismiss")

    def answer_alert(self, answer: Answer, app: App | str | None = None, service: Service | None = None) -> None:
        """Answers the alert by which the app in front asks for a permission.

        app, service: of the alert that is answered; where another is on the screen, nothing is decided, and this raises
        Refused. None: any.
        """
        self._call(
            "Device.Alert",
            action=answer.value,
            app=app.id if isinstance(app, App) else app,
            service=service.value if service else None,
        )

    def open_panel(self, panel: Panel) -> None:
        self._call("Device.Overlay", name=panel.value, action="open")

    def close_panel(self, panel: Panel) -> None:
        self._call("Device.Overlay", name=panel.value, action="close")

    def banner(self, text: str) -> None:
        self._call("Device.Banner", text=text)

    # Events of the device

    def notify(self, kind: str, **parameters: Any) -> None:
        """Tells apps that something happens to the device; org.roost.Device lists the kinds and their parameters."""
        self._call("Device.Notify", kind=kind, **parameters)

    @property
    def orientation(self) -> Orientation:
        return self.state.orientation

    @orientation.setter
    def orientation(self, orientation: Orientation) -> None:
        self.notify("orientation", orientation=orientation.value)

    def simulate_memory_pressure(self, level: MemoryLevel | str, free: int | None = None) -> None:
        """Returns when so many bytes are free again, or as many as the level asks for."""
        self._call("Memory.Pressure", level=MemoryLevel(level).value, free=free)

    def set_memory_budget(self, budget: int | None) -> None:
        """Bounds the bytes that all apps together may hold; None: as much as there is."""
        self._call("Memory.SetBudget", budget=budget)

    def screenshot(self) -> Screenshot:
        """The screen of the app in front."""
        front = self.state.front
        if not front:
            raise RoostError("unable to take a picture: no app is in front")
        return self.app(front[0]).screenshot()

    def _call(self, method: str, timeout: float | None = None, **parameters: Any) -> dict[str, Any]:
        return self.client.call(f"org.roost.{method}", timeout, **parameters)
