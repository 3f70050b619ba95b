"""The events that the daemon tells of: kept, and waited for with a deadline instead of by sleeping."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable

from .decoding import decode
from .errors import NoAnswer, RoostError, WaitedInVain
from .records import Event
from .varlink import Client, Connection
from .words import EventType, State

PATIENCE = 30.0


class EventLog:
    """Every event since it was made, collected by a thread of its own."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._mark = f"org.roost.testing-{uuid.uuid4()}-"
        self._changed = threading.Condition()
        self._events: list[Event] = []
        self._marks: set[str] = set()
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None
        self.watch()

    def watch(self) -> None:
        """Begins to watch, or does so again after the daemon was restarted. Later events are in the log."""
        self.close()
        connection = Connection(self._client.path, PATIENCE)
        replies = connection.stream("org.roost.Monitor.Watch", {}, PATIENCE)
        # The first reply says that the watch has begun.
        next(replies)
        self._connection = connection

        def collect() -> None:
            try:
                for reply in replies:
                    try:
                        event = decode(Event, reply["event"])
                    except ValueError:
                        # A newer daemon tells of more than this version knows.
                        continue
                    with self._changed:
                        if event.name == "banner" and (event.detail or "").startswith(self._mark):
                            self._marks.add(event.detail or "")
                        else:
                            self._events.append(event)
                        self._changed.notify_all()
            except RoostError:
                # The daemon is gone, or `close` was called; a wait says what came until then.
                return

        self._thread = threading.Thread(target=collect, name="roost events", daemon=True)
        self._thread.start()

    def close(self) -> None:
        if self._connection and self._thread:
            self._connection.shut_down()
            self._thread.join()
            self._connection.close()
        self._connection = self._thread = None

    @property
    def all(self) -> list[Event]:
        """All that had happened when this was asked: an event that a call's reply has announced is in it."""
        self._catch_up()
        with self._changed:
            return list(self._events)

    @property
    def now(self) -> int:
        """A place in the log, to wait for what comes after it."""
        return len(self.all)

    def wait(
        self, what: str, is_it: Callable[[Event], bool], *, since: int = 0, timeout: float = PATIENCE
    ) -> Event:
        """The first event from `since` on that `is_it`; it is waited for if need be.

        what: for the message of WaitedInVain, which is raised after `timeout` seconds.
        """
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                events = self._events[since:]
                if found := next(filter(is_it, events), None):
                    return found
                left = end - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
        seen = "\n".join(f"  {event}" for event in events) or "  nothing"
        raise WaitedInVain(f"waited {timeout:g} s in vain for {what}; what happened instead:\n{seen}")

    def callbacks(self, app: str, since: int = 0) -> list[str]:
        """The names of the callbacks of an app, in order; a scene's are the same names."""
        events = self.all[since:]
        return [event.name or "" for event in events if event.type is EventType.CALLBACK and event.app == app]

    def states(self, app: str, since: int = 0) -> list[State]:
        """The states of an app, each as it was entered."""
        events = self.all[since:]
        return [event.to for event in events if event.type is EventType.STATE and event.app == app and event.to]

    def _catch_up(self) -> None:
        """A log and the replies to calls travel on different connections. A banner, which changes nothing, comes through
        the log after everything that was answered before it was shown."""
        text = self._mark + str(uuid.uuid4())
        try:
            self._client.call("org.roost.Device.Banner", text=text)
        except NoAnswer:
            # The daemon is gone: the end of the stream is the last that it says.
            if self._thread:
                self._thread.join(PATIENCE)
            return
        with self._changed:
            self._changed.wait_for(lambda: text in self._marks, PATIENCE)
