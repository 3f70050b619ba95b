"""Elements on an app's screen, after XCUIElementQuery and XCUIElement: found anew each time that one is used."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from .errors import NoSuchElement, Refused, WaitedInVain
from .records import ElementRecord

if TYPE_CHECKING:
    from .app_screen import AppScreen

# The daemon tells of no change of a screen: it is asked again after so many seconds.
INTERVAL = 0.05


class ElementQuery:
    """The elements of one kind, in the order of the screen; of every kind where `kind` is None."""

    def __init__(self, app: AppScreen, kind: str | None) -> None:
        self._app = app
        self._kind = kind

    def __getitem__(self, key: str | int) -> Element:
        """The element with this identifier, or else with this label; or the one at this place."""
        return Element(self._app, self, key)

    def __len__(self) -> int:
        return len(self.all)

    @property
    def count(self) -> int:
        return len(self)

    @property
    def first_match(self) -> Element:
        return self[0]

    @property
    def all(self) -> list[ElementRecord]:
        """The elements as they are now."""
        return [element for element in self._app.elements if self._kind in (None, element.kind)]

    @property
    def name(self) -> str:
        return self._kind or "element"


class Element:
    """One element, there or not."""

    def __init__(self, app: AppScreen, query: ElementQuery, key: str | int) -> None:
        self._app = app
        self._query = query
        self._key = key

    def __str__(self) -> str:
        key = f"'{self._key}'" if isinstance(self._key, str) else f"number {self._key}"
        return f"{self._query.name} {key}"

    @property
    def record(self) -> ElementRecord:
        """The element as it is now."""
        found = self._found()
        if found is None:
            shown = "\n".join(f"  {element}" for element in self._app.elements) or "  nothing"
            raise NoSuchElement(f"no {self} is on the screen of {self._app.id}, which shows:\n{shown}")
        return found

    @property
    def exists(self) -> bool:
        """False also while the app is not active, and shows nothing."""
        try:
            return self._found() is not None
        except Refused:
            return False

    @property
    def label(self) -> str | None:
        return self.record.label

    @property
    def identifier(self) -> str | None:
        return self.record.identifier

    @property
    def value(self) -> str | None:
        return self.record.value

    @property
    def is_enabled(self) -> bool:
        return "notEnabled" not in self.record.traits

    @property
    def is_selected(self) -> bool:
        return "selected" in self.record.traits

    @property
    def has_focus(self) -> bool:
        return "focused" in self.record.traits

    def wait_for_existence(self, timeout: float = 10) -> Element:
        """Waits until the screen shows it, for so many seconds."""
        self._wait(lambda: self.exists, "appear", timeout)
        return self

    def wait_for_nonexistence(self, timeout: float = 10) -> None:
        """Waits until the screen shows it no more, for so many seconds."""
        self._wait(lambda: not self.exists, "go away", timeout)

    def wait_for_value(self, value: str | None, timeout: float = 10) -> Element:
        """Waits until it is there and has this value, for so many seconds."""
        self._wait(lambda: self.exists and self.value == value, f"have the value {value!r}", timeout)
        return self

    def tap(self) -> None:
        self._app.tap_at(*self._middle())

    def double_tap(self) -> None:
        self._app.tap_at(*self._middle(), taps=2)

    def press(self, duration: float) -> None:
        """Holds a finger on it, for so many seconds."""
        self._app.tap_at(*self._middle(), hold=duration)

    def type_text(self, text: str) -> None:
        """Taps it if it has not the focus, and types."""
        if not self.has_focus:
            self.tap()
        self._app.type_text(text)

    def _middle(self) -> tuple[float, float]:
        record = self.record
        return record.x + record.width / 2, record.y + record.height / 2

    def _found(self) -> ElementRecord | None:
        elements = self._query.all
        if isinstance(self._key, int):
            return elements[self._key] if -len(elements) <= self._key < len(elements) else None
        found = [element for element in elements if element.identifier == self._key]
        found = found or [element for element in elements if element.label == self._key]
        # A cell and the text in it have one label; the one that does something goes first.
        return next((element for element in found if "button" in element.traits), found[0] if found else None)

    def _wait(self, is_so: Callable[[], bool], what: str, timeout: float) -> None:
        end = time.monotonic() + timeout
        while not is_so():
            if time.monotonic() >= end:
                raise WaitedInVain(f"waited {timeout:g} s in vain for {self} to {what}; {self._app.shown()}")
            time.sleep(INTERVAL)
