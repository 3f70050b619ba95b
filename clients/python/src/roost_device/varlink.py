"""A Varlink client on a Unix socket (varlink.org): one call after another, or one stream of replies."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import NoAnswer, Refused, TimedOut

Parameters = Mapping[str, Any]


class Connection:
    """One connection. A reply that is late cannot be told from the next call's, so that a connection on which a reply is
    missing is closed."""

    def __init__(self, path: str, timeout: float | None = None) -> None:
        self.path = path
        self._received = bytearray()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(timeout)
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise NoAnswer(f"no daemon answers at {path}: {error.strerror or error}") from error

    def call(self, method: str, parameters: Parameters, timeout: float | None = None) -> dict[str, Any]:
        """Makes one call; the parameters of its reply. None among the parameters is left out."""
        deadline = None if timeout is None else time.monotonic() + timeout
        self._send({"method": method, "parameters": _present(parameters)}, method, deadline)
        return _unwrap(self._receive(method, deadline), method)

    def stream(self, method: str, parameters: Parameters, timeout: float | None = None) -> Iterator[dict[str, Any]]:
        """Makes one call that has many replies. It ends with the stream, or when `shut_down` was called.

        timeout: seconds until the first reply.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        self._send({"method": method, "parameters": _present(parameters), "more": True}, method, deadline)
        while True:
            message = self._receive(method, deadline)
            deadline = None
            yield _unwrap(message, method)
            if not message.get("continues"):
                return

    def shut_down(self) -> None:
        """Ends a call of another thread."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    def close(self) -> None:
        self._socket.close()

    def _send(self, message: dict[str, Any], method: str, deadline: float | None) -> None:
        try:
            self._wait_until(deadline)
            self._socket.sendall(json.dumps(message).encode() + b"\0")
        except OSError as error:
            raise self._lost(method, error) from error

    def _receive(self, method: str, deadline: float | None) -> dict[str, Any]:
        searched = 0
        while (end := self._received.find(0, searched)) < 0:
            searched = len(self._received)
            try:
                self._wait_until(deadline)
                part = self._socket.recv(1 << 16)
            except OSError as error:
                raise self._lost(method, error) from error
            if not part:
                self.close()
                raise NoAnswer(f"{method}: the daemon at {self.path} closed the connection before it answered")
            self._received += part
        text = bytes(self._received[:end])
        del self._received[: end + 1]
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            self.close()
            raise NoAnswer(f"{method}: the answer of {self.path} is no JSON object: {text[:80]!r}")
        return message

    def _wait_until(self, deadline: float | None) -> None:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)

    def _lost(self, method: str, error: OSError) -> NoAnswer:
        self.close()
        if isinstance(error, TimeoutError):
            return NoAnswer(f"{method}: the daemon at {self.path} did not answer in time")
        return NoAnswer(f"{method}: the connection to {self.path} broke: {error.strerror or error}")


class Client:
    """Calls from any thread, one at a time. It connects when it is needed, and again after the connection was lost."""

    def __init__(self, path: str, patience: float) -> None:
        self.path = path
        self._patience = patience
        self._lock = threading.Lock()
        self._connection: Connection | None = None

    def call(self, method: str, timeout: float | None = None, **parameters: Any) -> dict[str, Any]:
        """Makes one call.

        timeout: seconds that the daemon has for a change, which then goes on (TimedOut).
        """
        if timeout is not None:
            parameters["timeout"] = max(1, round(timeout * 1000))
        # The daemon keeps the time of a change; this only ends a test whose daemon is stuck.
        patience = self._patience + (timeout or 0)
        with self._lock:
            connection = self._connection or Connection(self.path, patience)
            self._connection = None
            try:
                reply = connection.call(method, parameters, patience)
            except Refused:
                self._connection = connection
                raise
            self._connection = connection
            return reply

    def close(self) -> None:
        with self._lock:
            if self._connection:
                self._connection.close()
            self._connection = None


def _present(parameters: Parameters) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if value is not None}


def _unwrap(message: dict[str, Any], method: str) -> dict[str, Any]:
    parameters = message.get("parameters")
    if not isinstance(parameters, dict):
        parameters = {}
    if name := message.get("error"):
        kind = TimedOut if str(name).endswith(".TimedOut") else Refused
        raise kind(method, str(name), parameters)
    return parameters
