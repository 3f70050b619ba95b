"""pytest fixtures: `device`, and `launched_app` for tests marked with `@pytest.mark.app("com.example.notes")`."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from .app import App
from .device import Device
from .errors import RoostError

DEVICE = pytest.StashKey[Device]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("roost_apps", "bundles, and folders of bundles, that a device has", type="paths", default=[])
    parser.addini("roost_configuration", "the text of a device's roostd.toml(5)", default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "app(id, **options): the app that the fixture launched_app launches, and options of App.launch",
    )


@pytest.fixture
def roost_apps(pytestconfig: pytest.Config) -> list[Any]:
    """The bundles that the device has; override it for other ones."""
    return list(pytestconfig.getini("roost_apps"))


@pytest.fixture
def roost_configuration(pytestconfig: pytest.Config) -> str:
    """The daemon's configuration; override it for another one."""
    return str(pytestconfig.getini("roost_configuration"))


@pytest.fixture
def device(roost_apps: list[Any], roost_configuration: str, request: pytest.FixtureRequest) -> Iterator[Device]:
    """A device of the test's own, which ends with the test."""
    with Device(roost_apps, roost_configuration) as device:
        request.node.stash[DEVICE] = device
        yield device


@pytest.fixture
def launched_app(device: Device, request: pytest.FixtureRequest) -> App:
    """The app that the test's mark `app` names, launched."""
    mark = request.node.get_closest_marker("app")
    if mark is None or len(mark.args) != 1:
        raise pytest.UsageError('launched_app needs a mark on the test, such as @pytest.mark.app("com.example.notes")')
    return device.app(mark.args[0]).launch(**mark.kwargs)


# The older kind of wrapper, which Debian 12's pytest 7 knows as well.
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, None]:
    """A test that failed shows what happened on its device, and what the daemon and the apps said."""
    report: pytest.TestReport = (yield).get_result()
    device = item.stash.get(DEVICE, None)
    if report.failed and call.when == "call" and device is not None:
        report.sections += list(_sections(device))


def _sections(device: Device) -> Iterator[tuple[str, str]]:
    try:
        events = device.events.all
        yield "device: events", "\n".join(str(event) for event in events) or "nothing happened"
        yield "device: roostd", device.daemon.log
        for app in dict.fromkeys(event.app for event in events if event.app):
            yield f"device: output of {app}", device.daemon.output(app)
    except RoostError as error:
        yield "device", str(error)
