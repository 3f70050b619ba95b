"""Drive a roostd device and its apps from tests, as XCUIDevice and XCUIApplication do.

`Device` starts a daemon of its own, `App` launches and waits for states, `ElementQuery` finds what is on a screen, and
`EventLog` has the events that the daemon has told of.
"""

from .app import App
from .daemon import PrivateDaemon
from .device import Device
from .elements import Element, ElementQuery
from .errors import NoAnswer, NoSuchElement, NotStarted, Refused, RoostError, TimedOut, WaitedInVain
from .events import EventLog
from .pictures import Screenshot
from .records import (
    AppStatus,
    Assertion,
    Callback,
    Deadline,
    Debugger,
    DeviceState,
    ElementRecord,
    Event,
    Exit,
    HeldBack,
    MissingEntitlement,
    Notification,
    Permission,
    Report,
    Scene,
    SceneSummary,
    Task,
)
from .words import (
    Answer,
    Button,
    Call,
    CallState,
    Decision,
    EventType,
    MemoryLevel,
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

__all__ = [
    "Answer", "App", "AppStatus", "Assertion", "Button", "Call", "CallState", "Callback", "Deadline", "Debugger",
    "Decision", "Device", "DeviceState", "Element", "ElementQuery", "ElementRecord", "Event", "EventLog", "EventType",
    "Exit", "HeldBack", "MemoryLevel", "MissingEntitlement", "Need", "NoAnswer", "NoSuchElement", "NotStarted",
    "Notification", "Orientation", "Panel", "Permission", "PrivateDaemon", "Refused", "Report", "RoostError", "Scene",
    "SceneState", "SceneSummary", "Screenshot", "Service", "State", "Status", "Style", "Task", "TaskKind", "TimedOut",
    "WaitedInVain",
]  # fmt: skip
