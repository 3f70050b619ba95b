"""The records of this package have the members and values that the daemon's interfaces declare."""

from __future__ import annotations

import dataclasses
import enum
import re
from typing import Any

import pytest

from roost_device import Device, decoding, records, words
from roost_device.decoding import member

# By interface: the type there, the record here.
TYPES: dict[str, dict[str, type[Any]]] = {
    "Apps": {
        "State": words.State, "Style": words.Style, "SceneState": words.SceneState, "Scene": records.SceneSummary,
        "Assertion": records.Assertion, "Exit": records.Exit, "HeldBack": records.HeldBack, "Debugger": records.Debugger, "Task": records.Task,
        "Callback": records.Callback, "Deadline": records.Deadline, "MissingEntitlement": records.MissingEntitlement, "App": records.AppStatus, "TaskKind": words.TaskKind,
        "Need": words.Need, "Element": records.ElementRecord,
    },
    "Device": {
        "CallAction": words.Call, "OverlayName": words.Panel, "CallState": words.CallState,
        "Service": words.Service, "GetState": records.DeviceState,
    },
    "Memory": {"Level": words.MemoryLevel},
    "Monitor": {"EventType": words.EventType, "Exit": records.Exit, "Event": records.Event},
    "Notifications": {"Notification": records.Notification},
    "Privacy": {
        "Service": words.Service, "Status": words.Status, "Decision": words.Decision,
        "Permission": records.Permission,
    },
    "Reports": {"Report": records.Report},
    "Scenes": {"SceneState": words.SceneState, "Scene": records.Scene},
}  # fmt: skip
# Names that this package leaves out.
LEFT_OUT = {"Apps.App": {"entitlements"}}


def declared(text: str, name: str) -> set[str]:
    """The members of a type, or of a method's reply."""
    found = re.search(rf"^(?:type {name} |method {name}\([^)]*\) -> )\(([^)]*)\)", text, re.M)
    assert found, f"{name} is not declared"
    return {part.partition(":")[0].strip() for part in found[1].split(",")}


@pytest.mark.parametrize("interface", TYPES)
def test_records(device: Device, interface: str) -> None:
    reply = device.client.call("org.varlink.service.GetInterfaceDescription", interface=f"org.roost.{interface}")
    text = re.sub(r"#.*", "", reply["description"])
    for name, kind in TYPES[interface].items():
        wanted = declared(text, name) - LEFT_OUT.get(f"{interface}.{name}", set())
        if issubclass(kind, enum.Enum):
            assert {item.value for item in kind} == wanted, name
        else:
            assert {member(field.name) for field in dataclasses.fields(kind)} == wanted, name


def test_a_member_that_this_version_does_not_know() -> None:
    assert decoding.decode(records.HeldBack, {"deaths": 1, "left": 2, "new": 3}) == records.HeldBack(1, 2)
