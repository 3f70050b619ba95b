"""The errors of this package. Each says what was asked for, and what was there instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class RoostError(Exception):
    """The root of all errors of this package."""


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
        super().__init__(f"{method}: {self._reason()}")

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
