"""The screen of an app: its elements and pictures, and the user's fingers on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .decoding import decode
from .elements import ElementQuery
from .errors import Refused, WaitedInVain
from .pictures import Screenshot
from .records import AppStatus, ElementRecord
from .words import State

if TYPE_CHECKING:
    from .device import Device

SWIPES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
# The middle of the screen that apps have, in points.
MIDDLE = (195.0, 422.0)


class AppScreen:
    """The part of an App that users see and touch."""

    def __init__(self, device: Device, id: str) -> None:
        self.device = device
        self.id = id

    def __repr__(self) -> str:
        return f"App({self.id!r})"

    @property
    def status(self) -> AppStatus:
        return decode(AppStatus, self._call("Apps.Status")["app"])

    @property
    def elements(self) -> list[ElementRecord]:
        """All that is on its screen, while it is active."""
        return [decode(ElementRecord, element) for element in self._call("Apps.Elements")["elements"]]

    @property
    def descendants(self) -> ElementQuery:
        """The elements of every kind."""
        return ElementQuery(self, None)

    @property
    def buttons(self) -> ElementQuery:
        return ElementQuery(self, "button")

    @property
    def static_texts(self) -> ElementQuery:
        return ElementQuery(self, "staticText")

    @property
    def text_fields(self) -> ElementQuery:
        return ElementQuery(self, "textField")

    @property
    def secure_text_fields(self) -> ElementQuery:
        return ElementQuery(self, "secureTextField")

    @property
    def text_views(self) -> ElementQuery:
        return ElementQuery(self, "textView")

    @property
    def switches(self) -> ElementQuery:
        return ElementQuery(self, "switch")

    @property
    def sliders(self) -> ElementQuery:
        return ElementQuery(self, "slider")

    @property
    def steppers(self) -> ElementQuery:
        return ElementQuery(self, "stepper")

    @property
    def segmented_controls(self) -> ElementQuery:
        return ElementQuery(self, "segmentedControl")

    @property
    def cells(self) -> ElementQuery:
        return ElementQuery(self, "cell")

    @property
    def tables(self) -> ElementQuery:
        return ElementQuery(self, "table")

    @property
    def navigation_bars(self) -> ElementQuery:
        return ElementQuery(self, "navigationBar")

    def screenshot(self) -> Screenshot:
        """Its screen as it is now, while it is active."""
        return Screenshot(self._call("Apps.Picture")["svg"])

    def snapshot(self, scene: str | None = None) -> Screenshot:
        """The picture that the switcher shows, of the scene used last if none is named."""
        return Screenshot(self._call("Scenes.Snapshot", scene=scene)["svg"])

    def shown(self) -> str:
        """A sentence about what it is now, for messages."""
        try:
            status = self.status
            if status.state is State.ACTIVE:
                return f"{self.id} shows " + (", ".join(str(element) for element in self.elements) or "nothing")
        except Refused as error:
            return str(error)
        ended = f": {status.last_exit.text}" if status.pid is None and status.last_exit else ""
        return f"{self.id} is {status.state.value}{ended}"

    # The user's fingers

    def tap_at(self, x: float, y: float, taps: int = 1, hold: float = 0.05) -> None:
        """Taps a point, in points from the top left of the screen; `hold` is in seconds."""
        for tap in range(1, taps + 1):
            for phase, time in (("began", 0.0), ("ended", hold)):
                self._touch(phase, x, y, time, tap)

    def swipe(self, direction: str, start: tuple[float, float] = MIDDLE, distance: float = 200) -> None:
        """Swipes up, down, left or right, in points."""
        x, y = start
        across, along = (way * distance for way in SWIPES[direction])
        self._touch("began", x, y, 0)
        for step in range(1, 6):
            self._touch("moved", x + across * step / 5, y + along * step / 5, 0.02 * step)
        self._touch("ended", x + across, y + along, 0.12)

    def type_text(self, text: str) -> None:
        """Types into the field that has the focus; a line break is the return key."""
        if not any("focused" in element.traits for element in self.elements):
            raise WaitedInVain(f"unable to type: nothing on the screen of {self.id} has the focus; tap a field first")
        self.send({"type": "text", "text": text})

    def press_key(self, key: str) -> None:
        """Presses one key: one character, or a name such as "return" of roost-agent(7)."""
        for phase in ("began", "ended"):
            self.send({"type": "presses", "presses": [{"phase": phase, "key": key}]})

    def shake(self) -> None:
        self.send({"type": "motion", "motion": "shake"})

    def send(self, input: Mapping[str, Any]) -> None:
        """Hands it one input event."""
        self._call("Apps.SendInput", input=json.dumps(input))

    def _touch(self, phase: str, x: float, y: float, time: float, taps: int = 1) -> None:
        touch = {"phase": phase, "x": x, "y": y, "taps": taps}
        self.send({"type": "touches", "touches": [touch], "time": time})

    def _call(self, method: str, timeout: float | None = None, **parameters: Any) -> dict[str, Any]:
        return self.device.client.call(f"org.roost.{method}", timeout, id=self.id, **parameters)
