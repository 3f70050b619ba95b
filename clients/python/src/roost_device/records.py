"""The values that the daemon tells of, as its Varlink interfaces declare them; sizes are bytes, times nanoseconds."""

from __future__ import annotations

from dataclasses import dataclass

from .words import (
    CallState,
    EventType,
    Need,
    Orientation,
    Panel,
    SceneState,
    Service,
    State,
    Status,
    Style,
    TaskKind,
)


@dataclass(frozen=True)
class Exit:
    """The end of a process: org.roost.Apps.Exit."""

    app: str
    pid: int | None
    time: str
    state: State
    namespace: str
    code: str | None
    reason: str
    signal: int | None
    status: int | None
    footprint: int
    cpu: int
    callback: str | None
    elapsed: int | None
    text: str


@dataclass(frozen=True)
class Event:
    """One event of an app or of the device: org.roost.Monitor.Event says which members each type has."""

    time: int
    type: EventType
    app: str | None = None
    from_: State | None = None
    to: State | None = None
    name: str | None = None
    scene: str | None = None
    took: int | None = None
    exit: Exit | None = None
    step: str | None = None
    limit: int | None = None
    elapsed: int | None = None
    detail: str | None = None
    text: str | None = None

    def __str__(self) -> str:
        who = self.app or "device"
        match self.type:
            case EventType.STATE:
                return f"{who}: {self.from_.value if self.from_ else '?'} → {self.to.value if self.to else '?'}"
            case EventType.ENTERING:
                return f"{who}: {self.name} begins"
            case EventType.CALLBACK:
                return f"{who}: {self.name}"
            case EventType.EXIT:
                return f"{who} ended: {self.exit.text if self.exit else '?'}"
            case EventType.DEADLINE:
                return f"{who}: {self.step} took more than {(self.limit or 0) / 1e9:g} s"
            case EventType.DEVICE:
                return f"{who}: {self.name}{' ' + self.detail if self.detail else ''}"
            case EventType.NOTICE:
                return f"{who}: {self.text}"


@dataclass(frozen=True)
class ElementRecord:
    """An element of a screen as it was when it was asked for: org.roost.Apps.Element; places in points."""

    kind: str
    label: str | None
    identifier: str | None
    value: str | None
    traits: list[str]
    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        words = [self.kind]
        words += [f"'{self.label}'"] if self.label is not None else []
        words += [f"identifier '{self.identifier}'"] if self.identifier is not None else []
        words += [f"value '{self.value}'"] if self.value is not None else []
        return " ".join(words)


@dataclass(frozen=True)
class SceneSummary:
    """One scene of an app: org.roost.Apps.Scene."""

    session: str
    state: SceneState


@dataclass(frozen=True)
class Scene:
    """A session and what its scene is now: org.roost.Scenes.Scene."""

    session: str
    state: SceneState
    role: str
    configuration: str | None
    activity: str | None
    front: bool


@dataclass(frozen=True)
class Assertion:
    """Something that keeps an app awake in the background: org.roost.Apps.Assertion."""

    app: str
    id: int
    kind: str
    name: str
    left: int | None


@dataclass(frozen=True)
class HeldBack:
    """An app that died again and again right after its launch: org.roost.Apps.HeldBack."""

    deaths: int
    left: int


@dataclass(frozen=True)
class Debugger:
    """The debugger of an app, or the wait for one, which has no pid: org.roost.Apps.Debugger."""

    pid: int | None
    name: str | None


@dataclass(frozen=True)
class MissingEntitlement:
    """Something that an app was refused: org.roost.Apps.MissingEntitlement."""

    app: str
    key: str
    text: str


@dataclass(frozen=True)
class Callback:
    """A callback that an app is in: org.roost.Apps.Callback, with nanoseconds."""

    name: str
    elapsed: int


@dataclass(frozen=True)
class Deadline:
    """A deadline that runs: org.roost.Apps.Deadline, with nanoseconds."""

    step: str
    limit: int
    elapsed: int


@dataclass(frozen=True)
class AppStatus:
    """An app and what it is now: org.roost.Apps.App, without its entitlements."""

    id: str
    name: str | None
    state: State
    pid: int | None
    user: str | None
    style: Style
    footprint: int
    cpu: int
    callback: Callback | None
    deadlines: list[Deadline]
    scenes: list[SceneSummary]
    assertions: list[Assertion]
    last_exit: Exit | None
    held_back: HeldBack | None
    saying: str | None
    debugger: Debugger | None
    missing: list[MissingEntitlement]


@dataclass(frozen=True)
class Task:
    """Background work that an app has asked for in advance: org.roost.Apps.Task."""

    app: str
    identifier: str
    kind: TaskKind
    earliest: str | None
    needs: list[Need]


@dataclass(frozen=True)
class Notification:
    """A notification that is shown: org.roost.Notifications.Notification."""

    app: str
    identifier: str
    title: str
    body: str
    time: str


@dataclass(frozen=True)
class Permission:
    """A permission that is decided, or is asked for: org.roost.Privacy.Permission."""

    app: str
    service: Service
    status: Status
    asking: bool
    shown: bool
    purpose: str | None


@dataclass(frozen=True)
class Report:
    """A report of a kill or a crash as it is listed: org.roost.Reports.Report."""

    number: int
    name: str
    time: str
    app: str | None


@dataclass(frozen=True)
class DeviceState:
    """The device as it is now: the reply of org.roost.Device.GetState."""

    locked: bool
    passcode: bool
    call: CallState
    alerts: int
    panels: list[Panel]
    front: list[str]
    orientation: Orientation
    level: float
    charging: str
    appearance: str
    content_size: str
    volume: float
