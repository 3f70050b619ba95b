"""The values that the daemon tells of, in the words of its Varlink interfaces; sizes are bytes, times nanoseconds."""

from __future__ import annotations

import dataclasses
import enum
import functools
import re
import types
import typing
from dataclasses import dataclass
from typing import Any, TypeVar


class State(enum.Enum):
    """The state of an app."""

    NOT_RUNNING = "notRunning"
    INACTIVE = "inactive"
    ACTIVE = "active"
    BACKGROUND = "background"
    SUSPENDED = "suspended"


class SceneState(enum.Enum):
    """The state of a scene."""

    UNATTACHED = "unattached"
    FOREGROUND_INACTIVE = "foregroundInactive"
    FOREGROUND_ACTIVE = "foregroundActive"
    BACKGROUND = "background"


class Style(enum.Enum):
    """The delegate that gets the life-cycle calls: the app's or those of its scenes."""

    APP = "app"
    SCENE = "scene"


class MemoryLevel(enum.Enum):
    """The urgency with which memory has to be freed."""

    NORMAL = "normal"
    WARNING = "warning"
    URGENT = "urgent"
    CRITICAL = "critical"


class Button(enum.Enum):
    """A button of the device."""

    HOME = "org.roost.Device.Home"
    LOCK = "org.roost.Device.Lock"


class Call(enum.Enum):
    """An event of a telephone call."""

    RING = "ring"
    ACCEPT = "accept"
    DECLINE = "decline"
    END = "end"


class CallState(enum.Enum):
    """The state of the telephone."""

    NONE = "none"
    RINGING = "ringing"
    UNDER_WAY = "underWay"


class Answer(enum.Enum):
    """The user's answer to an app that asks for a permission."""

    ALLOW = "allow"
    DENY = "deny"
    ALLOW_ONCE = "allowOnce"


class Panel(enum.Enum):
    """A panel of the system over the app in front."""

    NOTIFICATION_CENTER = "notificationCenter"
    CONTROL_CENTER = "controlCenter"
    SWITCHER = "switcher"


class Orientation(enum.Enum):
    """The way that the device is held."""

    PORTRAIT = "portrait"
    PORTRAIT_UPSIDE_DOWN = "portraitUpsideDown"
    LANDSCAPE_LEFT = "landscapeLeft"
    LANDSCAPE_RIGHT = "landscapeRight"
    FACE_UP = "faceUp"
    FACE_DOWN = "faceDown"


class Service(enum.Enum):
    """A service that an app may use only with the user's permission."""

    NOTIFICATIONS = "notifications"
    LOCATION = "location"
    CAMERA = "camera"
    MICROPHONE = "microphone"
    CONTACTS = "contacts"
    PHOTOS = "photos"
    TRACKING = "tracking"
    BLUETOOTH = "bluetooth"
    LOCAL_NETWORK = "localNetwork"


class Status(enum.Enum):
    """A permission as its app sees it."""

    UNDETERMINED = "undetermined"
    GRANTED = "granted"
    DENIED = "denied"


class Decision(enum.Enum):
    """A change of a permission that the user makes in the settings."""

    GRANT = "grant"
    DENY = "deny"
    RESET = "reset"
    ASK = "ask"


class TaskKind(enum.Enum):
    """BGAppRefreshTaskRequest or BGProcessingTaskRequest."""

    REFRESH = "refresh"
    PROCESSING = "processing"


class Need(enum.Enum):
    """A condition that a task waits for besides its time."""

    POWER = "power"
    NETWORK = "network"


class EventType(enum.Enum):
    """The subject of an event."""

    STATE = "state"
    ENTERING = "entering"
    CALLBACK = "callback"
    EXIT = "exit"
    DEADLINE = "deadline"
    DEVICE = "device"
    NOTICE = "notice"


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


Record = TypeVar("Record")


def member(field: str) -> str:
    """The name in the interface: last_exit is lastExit, and from_ is from."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), field.rstrip("_"))


def decode(kind: type[Record], value: Any) -> Record:
    """A record of this kind from its JSON. Members that this version does not know are ignored."""
    return typing.cast(Record, _decode(kind, value))


@functools.cache
def _fields(kind: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((field.name, member(field.name), hints[field.name]) for field in dataclasses.fields(kind))


def _decode(kind: Any, value: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin is types.UnionType:
        inner = next(part for part in typing.get_args(kind) if part is not types.NoneType)
        return None if value is None else _decode(inner, value)
    if origin is list:
        (inner,) = typing.get_args(kind)
        return [_decode(inner, item) for item in value or []]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(value)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return kind(**{name: _decode(hint, value.get(key)) for name, key, hint in _fields(kind)})
    if kind is float:
        return float(value)
    return value
