"""The errors of this package. Each says what was asked for, and what was there instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# Control characters, the separators of lines and paragraphs, and the characters that override the direction of text.
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """The text with everything that a terminal obeys spelled out, as `roostctl` does: apps and brokers choose words."""
    return STEERING.sub(lambda found: f"\\u{{{ord(found[0]):X}}}", text)


class RoostError(Exception):
    """The root of all errors of this package. No line of its message steers a terminal."""

    def __init__(self, message: str) -> None:
        super().__init__("\n".join(harmless(line) for line in message.split("\n")))


class NotStarted(RoostError):
    """A private daemon did not start; the message has the daemon's own words."""


class NoAnswer(RoostError):
    """The daemon is not there, went away, or did not answer in time."""


class Refused(RoostError):
    """The daemon refused a request.

    name:        the Varlink error, such as "org.roost.Apps.UnknownApp".
    parameters:  its parameters, as the interface declares them.
    """

    def __init__(self, method: str, name: str, parameters: Mapping[str, Any]) -> None:
        self.method = method
        self.name = name
        self.parameters = parameters
        super().__init__(harmless(f"{method}: {self._reason()}"))

    def _reason(self) -> str:
        kind = self.name.rpartition(".")[2]
        if message := self.parameters.get("message"):
            return str(message)
        match kind:
            case "UnknownApp":
                return f"no app {self.parameters.get('app')} is installed"
            case "InvalidParameter":
                return f"the parameter '{self.parameters.get('parameter')}' is not valid"
            case "UnknownScene":
                return f"{self.parameters.get('app')} has no session {self.parameters.get('session')}"
        words = ", ".join(f"{key} {value}" for key, value in self.parameters.items())
        return f"{self.name} ({words})" if words else self.name


class TimedOut(Refused):
    """A change was not done in the time that the caller gave; it goes on."""


class WaitedInVain(RoostError, AssertionError):
    """Something did not happen before its deadline; the message says what happened instead."""


class NoSuchElement(RoostError, AssertionError):
    """The screen shows no such element; the message lists the elements that it does show."""
