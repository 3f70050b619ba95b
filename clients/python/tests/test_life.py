"""A life of real apps on a private daemon, seen by the daemon and by the kernel."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

from roost_device import (
    Answer,
    App,
    Button,
    Call,
    Decision,
    Device,
    MemoryLevel,
    Orientation,
    Panel,
    Refused,
    Service,
    State,
    Status,
)


def kernel_state(pid: int | None) -> str:
    """One letter: proc_pid_stat(5)."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]


@pytest.mark.app("com.example.notes")
def test_home_suspends_an_app(device: Device, launched_app: App) -> None:
    assert launched_app.state is State.ACTIVE
    pid = launched_app.pid
    device.press(Button.HOME)
    launched_app.wait_for(State.SUSPENDED, timeout=10)
    assert kernel_state(pid) == "T"
    assert launched_app.callbacks == [
        "willFinishLaunching",
        "didFinishLaunching",
        "didBecomeActive",
        "willResignActive",
        "didEnterBackground",
    ]
    assert launched_app.states[-2:] == [State.BACKGROUND, State.SUSPENDED]
    launched_app.activate()
    assert (launched_app.state, launched_app.pid) == (State.ACTIVE, pid)


def test_a_launch_has_arguments_and_an_environment(device: Device) -> None:
    app = device.app("com.example.notes").launch(environment={"COLOUR": "green"}, wait_for_debugger=True)
    debugger = app.status.debugger
    assert debugger is not None and debugger.pid is None
    assert b"COLOUR=green" in Path(f"/proc/{app.pid}/environ").read_bytes().split(b"\0")
    app.terminate()
    with pytest.raises(Refused):
        app.launch(environment={"LD_PRELOAD": "/tmp/x.so"})


@pytest.mark.app("com.example.notes")
def test_interruptions(device: Device, launched_app: App) -> None:
    device.call(Call.RING)
    launched_app.wait_for(State.INACTIVE)
    device.call(Call.DECLINE)
    launched_app.wait_for(State.ACTIVE)
    for panel in Panel:
        device.open_panel(panel)
        assert (launched_app.state, device.state.panels) == (State.INACTIVE, [panel])
        device.close_panel(panel)
    device.show_alert()
    assert device.state.alerts == 1
    device.dismiss_alert()
    start = device.events.now
    device.press(Button.LOCK)
    launched_app.wait_for(State.SUSPENDED)
    device.unlock()
    assert launched_app.state is State.ACTIVE
    launched_app.wait_for_callback("didEnterBackground", since=start)


@pytest.mark.app("com.example.notes")
def test_ends(launched_app: App) -> None:
    quit = launched_app.quit()
    assert quit and quit.reason == launched_app.exits[-1].reason
    assert launched_app.callbacks[-1] == "willTerminate"
    start = launched_app.device.events.now
    launched_app.launch().terminate()
    assert launched_app.wait_for_exit(since=start).text == launched_app.exits[-1].text
    assert launched_app.pid is None and len(launched_app.exits) == 2


def test_a_hang_is_the_watchdogs(roost_apps: list[Path]) -> None:
    with Device(roost_apps, configuration="[deadlines]\nleave = \"300ms\"\n") as device:
        faulty = device.app("com.example.faulty").launch(arguments=["hang=didEnterBackground"])
        device.home()
        exit = faulty.wait_for_exit()
        assert (exit.code, exit.callback) == ("0x8badf00d", "didEnterBackground")
        assert faulty.reports[0].app == faulty.id


def test_pressure_ends_a_suspended_app(device: Device) -> None:
    notes = device.app("com.example.notes").launch()
    device.home()
    notes.wait_for(State.SUSPENDED)
    device.simulate_memory_pressure("critical", free=1)
    assert notes.exits[-1].reason == "vm-pageshortage"
    device.simulate_memory_pressure(MemoryLevel.NORMAL)
    device.set_memory_budget(1 << 30)


def test_wakes(device: Device) -> None:
    mail = device.app("com.example.mail")
    mail.push({"aps": {}, "message": {"from": "Kim", "subject": "Lunch?"}}, silent=True)
    assert "didReceiveRemoteNotification" in mail.callbacks
    tracker = device.app("com.example.tracker")
    tracker.move(48.137, 11.575)
    tracker.wait_for_callback("didUpdateLocations")
    assert device.tasks == mail.tasks + tracker.tasks


def test_a_push_file_as_apple_writes_it(device: Device, tmp_path: Path) -> None:
    file = tmp_path / "lunch.apns"
    file.write_text('{"Simulator Target Bundle": "com.example.mail", "aps": {"alert": "Lunch?", "content-available": 1}}')
    mail = device.app("com.example.mail")
    mail.push_file(file)
    assert "didReceiveRemoteNotification" in mail.callbacks


def test_an_answer_is_of_the_alert_that_it_names(device: Device) -> None:
    app = device.app("com.example.onboarding")
    app.decide(Decision.ASK, Service.CAMERA)
    app.launch()
    device.open("onboarding:camera")
    app.wait_for(State.INACTIVE)
    others: list[tuple[App | str | None, Service | None]] = [
        ("com.example.notes", None),
        (app, Service.LOCATION),
        (None, Service.LOCATION),
    ]
    for other, service in others:
        with pytest.raises(Refused, match="com.example.onboarding asks for the camera"):
            device.answer_alert(Answer.ALLOW, other, service)
    assert app.state is State.INACTIVE
    device.answer_alert(Answer.DENY, app, Service.CAMERA)
    assert [item.status for item in app.permissions] == [Status.DENIED]


def test_urls_and_scenes(device: Device) -> None:
    pages = device.open("pages:12")
    assert pages.id == "com.example.pages"
    session = pages.new_scene()
    assert [scene.session for scene in pages.scenes if scene.front] == [session]
    pages.close_scene(session)
    pages.activate_scene(session)
    pages.discard_scene(session)
    assert session not in [scene.session for scene in pages.scenes]


def test_device_facts(device: Device) -> None:
    device.orientation = Orientation.LANDSCAPE_LEFT
    assert device.orientation is Orientation.LANDSCAPE_LEFT
    device.notify("battery", level=0.5, state="charging")
    assert (device.state.level, device.state.charging) == (0.5, "charging")
    device.set_passcode("1234")
    device.lock()
    device.unlock("1234")
    device.set_passcode(None, old="1234")
    device.app("com.example.notes").decide(Decision.DENY, Service.CAMERA)
    assert [item.service for item in device.app("com.example.notes").permissions] == [Service.CAMERA]
    assert len(device.apps) > 10


@pytest.mark.parametrize("after", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.app("com.example.pynote")
def test_the_device_goes_on_after_a_restart_of_its_daemon(
    device: Device, launched_app: App, after: signal.Signals
) -> None:
    device.restart(after)
    assert launched_app.state is State.NOT_RUNNING
    start = device.events.now
    launched_app.launch()
    assert launched_app.device.events.states(launched_app.id, since=start)[-1] is State.ACTIVE


def test_a_second_client_of_a_device(device: Device) -> None:
    with Device.connect(device.daemon.socket) as other:
        other.app("com.example.notes").launch()
        assert other.app("com.example.notes").callbacks == device.app("com.example.notes").callbacks
    assert device.app("com.example.notes").state is State.ACTIVE


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's daemon gives apps users of their own")
def test_an_app_with_a_user_of_its_own(roost_apps: list[Path]) -> None:
    # Of a copy: others may not enter a checkout in /root.
    with tempfile.TemporaryDirectory(prefix="roost-device-apps-") as folder:
        os.chmod(folder, 0o755)
        bundle = shutil.copytree(roost_apps[0] / "shellcount.app", Path(folder) / "shellcount.app")
        with Device([bundle], '[apps]\nuser = ""\nusers = "70000-99999"\n') as device:
            app = device.app("com.example.shellcount").launch()
            assert Path(f"/proc/{app.pid}").stat().st_uid >= 70000
            assert app.container.stat().st_uid >= 70000 and app.bundle.name == "shellcount.app"


@pytest.mark.app("com.example.notes")
def test_others_read_and_list_nothing_of_a_device(device: Device, launched_app: App) -> None:
    folder = device.daemon.directory
    assert launched_app.state is State.ACTIVE
    for path in [folder, *(folder / name for name in ("apps", "log", "roostd.toml"))]:
        assert path.stat().st_mode & 0o066 == 0, path


def test_two_devices_at_once(roost_apps: list[Path]) -> None:
    with Device(roost_apps) as one, Device(roost_apps) as other:
        one.app("com.example.notes").launch()
        assert other.app("com.example.notes").state is State.NOT_RUNNING
