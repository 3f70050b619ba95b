"""A form filled as a person fills it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from roost_device import App, Device, NoSuchElement, RoostError, Screenshot, WaitedInVain

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
    png = picture.save(tmp_path / "form.png").read_bytes()
    assert png.startswith(b"\x89PNG") and struct.unpack(">2I", png[16:24]) == (390, 844)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RoostError, match="no roostctl in PATH"):
        picture.save(tmp_path / "other.png")
    (tmp_path / "roostctl").write_text("#!/bin/sh\n")
    (tmp_path / "roost-picture").write_text("#!/bin/sh\nexit 127\n")
    for program in ("roostctl", "roost-picture"):
        (tmp_path / program).chmod(0o755)
    with pytest.raises(RoostError, match="install the package librsvg2-2"):
        picture.save(tmp_path / "other.png")


def test_the_pixels_of_a_png() -> None:
    red = Screenshot('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><rect width="3" height="2" fill="red"/></svg>')
    assert _pixels(red.png) == [[(255, 0, 0)] * 3] * 2
    with pytest.raises(RoostError, match="no picture in SVG"):
        Screenshot("<html/>").png  # noqa: B018


def _pixels(png: bytes) -> list[list[tuple[int, ...]]]:
    """Of a PNG of 8-bit RGB whose lines are filtered by none, their left or their upper neighbours (PNG specification, 9)."""
    width, height, depth, colours = struct.unpack(">IIBB", png[16:26])
    assert (depth, colours) == (8, 2)
    data, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += 12 + length
    lines, above = zlib.decompress(data), bytes(width * 3)
    rows = []
    for start in range(0, len(lines), width * 3 + 1):
        kind, line = lines[start], bytearray(lines[start + 1 : start + 1 + width * 3])
        assert kind in (0, 1, 2)
        for index in range(len(line)):
            left = line[index - 3] if index >= 3 else 0
            line[index] = (line[index] + (0, left, above[index])[kind]) % 256
        rows.append([tuple(line[index : index + 3]) for index in range(0, len(line), 3)])
        above = bytes(line)
    assert len(rows) == height
    return rows
