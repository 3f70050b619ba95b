"""A form filled as a person fills it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from roost_device import App, Device, NoSuchElement, RoostError, WaitedInVain

pytestmark = pytest.mark.app("com.example.form")


def test_a_form_is_filled(launched_app: App) -> None:
    form = launched_app
    form.text_fields["name"].type_text("Adaa")
    form.press_key("delete")
    form.press_key("return")
    assert form.text_fields["email"].has_focus
    form.type_text("ada@example.com")
    form.text_views["remark"].type_text("two\nlines")
    form.swipe("down", start=(195, 600))
    form.switches["newsletter"].tap()
    form.buttons["Large"].tap()
    form.buttons["Increment"].tap()
    assert form.buttons["Large"].is_selected and form.buttons["Large"].is_enabled
    form.static_texts["count"].wait_for_existence()
    assert form.static_texts["count"].label == "2 pieces"
    assert form.text_fields["email"].value == "ada@example.com"
    form.switches["newsletter"].wait_for_value("1")
    form.buttons["Send"].tap()
    form.buttons["Yes"].wait_for_existence().tap()
    form.buttons["Yes"].wait_for_nonexistence()
    assert form.descendants["result"].label == "Sent: Ada"
    assert form.text_fields.count == 2 and form.text_fields[1].identifier == "email"
    assert form.text_fields.first_match.label == "Name"


def test_an_element_that_is_not_there(device: Device, launched_app: App) -> None:
    with pytest.raises(NoSuchElement) as error:
        launched_app.buttons["Save"].tap()
    assert "no button 'Save' is on the screen of com.example.form" in str(error.value)
    assert "button 'Send'" in str(error.value)
    with pytest.raises(NoSuchElement, match="button number 99"):
        launched_app.buttons[99].tap()
    with pytest.raises(WaitedInVain, match="for button 'Save' to appear; com.example.form shows .*'Send'"):
        launched_app.buttons["Save"].wait_for_existence(timeout=0.1)
    with pytest.raises(WaitedInVain, match="nothing on the screen of com.example.form has the focus"):
        launched_app.type_text("lost")
    device.home()
    assert not launched_app.buttons["Send"].exists


def test_pictures(device: Device, launched_app: App, tmp_path: Path) -> None:
    assert launched_app.screenshot() == device.screenshot()
    file = device.screenshot().save(tmp_path / "form.svg")
    assert file.read_text().startswith("<svg")
    with pytest.raises(ValueError, match="ends in .svg or .png"):
        device.screenshot().save(tmp_path / "form.gif")
    device.home()
    assert launched_app.snapshot().svg.startswith("<svg")
    with pytest.raises(RoostError, match="no app is in front"):
        device.screenshot()


def test_a_png(device: Device, launched_app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = launched_app.screenshot()
    if shutil.which("rsvg-convert"):
        assert picture.save(tmp_path / "form.png").read_bytes().startswith(b"\x89PNG")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RoostError, match="install the package librsvg2-bin"):
        picture.save(tmp_path / "other.png")
