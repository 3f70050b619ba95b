"""One app from a test's side, shaped like XCUIApplication."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .app_screen import AppScreen
from .decoding import decode
from .errors import WaitedInVain
from .events import PATIENCE
from .records import Event, Exit, Notification, Permission, Report, Scene, Task
from .words import Decision, EventType, Service, State


class App(AppScreen):
    """An app of a Device. Its methods return when their request is carried out, and raise Refused when the daemon
    refuses."""

    # Life

    def launch(
        self,
        *,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        wait_for_debugger: bool = False,
        background: bool = False,
        url: str | None = None,
        shortcut: str | None = None,
        activity: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> App:
        """Starts it, or brings it forward. A process that runs already does not get the arguments, nor
        the environment.

        wait_for_debugger: stops it before its first instruction, and returns then.

        timeout: seconds; the launch goes on after TimedOut.
        """
        self._call(
            "Apps.Launch",
            timeout,
            arguments=list(arguments) or None,
            environment=[f"{name}={value}" for name, value in (environment or {}).items()] or None,
            waitForDebugger=wait_for_debugger or None,
            background=background or None,
            url=url,
            shortcut=shortcut,
            activity=None if activity is None else json.dumps(activity),
        )
        return self

    def activate(self, timeout: float | None = None) -> None:
        """Brings it forward; it has to run."""
        self._call("Apps.Activate", timeout)

    def quit(self, timeout: float | None = None) -> Exit | None:
        """As the user ends it from the switcher."""
        return decode_exit(self._call("Apps.Quit", timeout))

    def terminate(self, timeout: float | None = None) -> Exit | None:
        """As the system ends it."""
        return decode_exit(self._call("Apps.Terminate", timeout))

    def erase(self, timeout: float | None = None) -> None:
        """Ends it and erases its data, permissions and plans: it begins as after its installation."""
        self._call("Apps.Erase", timeout)

    # Its state now, and before

    @property
    def state(self) -> State:
        return self.status.state

    @property
    def pid(self) -> int | None:
        """None while it is not running."""
        return self.status.pid

    @property
    def exits(self) -> list[Exit]:
        """The ends of its processes, the latest last."""
        return [decode(Exit, exit) for exit in self._call("Apps.ListExits")["exits"]]

    @property
    def callbacks(self) -> list[str]:
        """The callbacks since the device was made, in order."""
        return self.device.events.callbacks(self.id)

    @property
    def states(self) -> list[State]:
        """The states since the device was made, each as it was entered."""
        return self.device.events.states(self.id)

    @property
    def container(self) -> Path:
        """The directory of its data. Its first launch makes it."""
        return Path(self._call("Bundles.Locate")["container"])

    @property
    def bundle(self) -> Path:
        return Path(self._call("Bundles.Locate")["bundle"])

    @property
    def output(self) -> str:
        """The text that it has printed; only a private daemon's apps have it."""
        return self.device.daemon.output(self.id)

    @property
    def reports(self) -> list[Report]:
        """The reports of its kills and crashes, the newest first."""
        return [decode(Report, report) for report in self._call("Reports.List")["reports"]]

    @property
    def tasks(self) -> list[Task]:
        """The background work that it has asked for in advance."""
        return [task for task in self.device.tasks if task.app == self.id]

    # Waiting

    def wait_for(self, state: State, timeout: float = PATIENCE) -> None:
        """Returns when it is in this state, or was since the call; WaitedInVain after so many seconds."""
        events = self.device.events
        start = events.now
        now = self.state
        if now is state:
            return
        try:
            events.wait(
                f"{self.id} to be {state.value}; it was {now.value}",
                lambda event: event.type is EventType.STATE and event.app == self.id and event.to is state,
                since=start,
                timeout=timeout,
            )
        except WaitedInVain as error:
            raise WaitedInVain(f"{error}\nnow {self.shown()}") from None

    def wait_for_callback(self, name: str, since: int = 0, timeout: float = PATIENCE) -> Event:
        """The first such callback since a place in `device.events`; it is waited for if need be."""
        return self.device.events.wait(
            f"{name} of {self.id}",
            lambda event: event.type is EventType.CALLBACK and event.app == self.id and event.name == name,
            since=since,
            timeout=timeout,
        )

    def wait_for_exit(self, since: int = 0, timeout: float = PATIENCE) -> Exit:
        """The first end of a process since a place in `device.events`; it is waited for if need be."""
        event = self.device.events.wait(
            f"the end of {self.id}",
            lambda event: event.exit is not None and event.app == self.id,
            since=since,
            timeout=timeout,
        )
        assert event.exit
        return event.exit

    # Reasons to wake it; each method returns when the app has called its completion handler

    def push(self, payload: Mapping[str, Any], silent: bool = False, timeout: float | None = None) -> None:
        """Sends a remote notification.

        silent: shows nothing, and wakes the app whatever the payload says.
        """
        self._call("Events.Push", timeout, payload=json.dumps(payload), silent=silent or None)

    def push_file(self, path: str | os.PathLike[str], silent: bool = False) -> None:
        """Sends the payload of an .apns file."""
        with open(path, encoding="utf-8") as file:
            payload = json.load(file)
        payload.pop("Simulator Target Bundle", None)
        self.push(payload, silent)

    def fetch(self, timeout: float | None = None) -> None:
        """Has it look for new content."""
        self._call("Events.Fetch", timeout)

    def move(self, latitude: float, longitude: float, timeout: float | None = None) -> None:
        """Tells it that the device is elsewhere, in degrees."""
        self._call("Events.Location", timeout, latitude=float(latitude), longitude=float(longitude))

    def signal_accessory(self, name: str, timeout: float | None = None) -> None:
        self._call("Events.Accessory", timeout, name=name)

    def signal_bluetooth(self, name: str, timeout: float | None = None) -> None:
        self._call("Events.Bluetooth", timeout, name=name)

    def run_task(self, identifier: str | None = None, timeout: float | None = None) -> None:
        """Begins background work that it has asked for, at once; returns when the work is done."""
        self._call("Apps.RunTask", timeout, task=identifier)

    def expire_task(self, identifier: str | None = None, timeout: float | None = None) -> None:
        """Says that the time of background work is up."""
        self._call("Apps.ExpireTask", timeout, task=identifier)

    def warn_of_memory(self, timeout: float | None = None) -> None:
        self._call("Memory.Warn", timeout)

    # Permissions and notifications

    @property
    def permissions(self) -> list[Permission]:
        """Those that are decided or asked for."""
        return [decode(Permission, item) for item in self._call("Privacy.List")["permissions"]]

    def decide(self, decision: Decision, service: Service) -> None:
        """Decides in the user's settings; an app that runs may be ended for it."""
        self._call("Privacy.Set", service=service.value, decision=decision.value)

    @property
    def notifications(self) -> list[Notification]:
        """The notifications that it shows, the oldest first."""
        return [decode(Notification, item) for item in self._call("Notifications.List")["notifications"]]

    def open_notification(self, identifier: str, action: str | None = None, text: str | None = None) -> None:
        """Chooses a notification, or one of its actions."""
        self._call("Notifications.Open", identifier=identifier, action=action, text=text)

    def dismiss_notification(self, identifier: str) -> None:
        self._call("Notifications.Dismiss", identifier=identifier)

    # Scenes

    @property
    def scenes(self) -> list[Scene]:
        """Its sessions, the last used first."""
        return [decode(Scene, scene) for scene in self._call("Scenes.List")["scenes"]]

    def new_scene(self) -> str:
        """Opens another scene in front; its session."""
        return str(self._call("Scenes.New")["session"])

    def activate_scene(self, session: str) -> None:
        self._call("Scenes.Activate", session=session)

    def close_scene(self, session: str) -> None:
        """Disconnects a scene; its session stays."""
        self._call("Scenes.Close", session=session)

    def discard_scene(self, session: str) -> None:
        """Closes a scene for good."""
        self._call("Scenes.Discard", session=session)


def decode_exit(reply: Mapping[str, Any]) -> Exit | None:
    return None if reply.get("exit") is None else decode(Exit, reply["exit"])
