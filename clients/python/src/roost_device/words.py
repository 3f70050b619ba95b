"""The words that the daemon's Varlink interfaces have for states, kinds and choices."""

from __future__ import annotations

import enum


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
