"""docs/test-with-python.md, walked as a reader walks it: its files written, its command run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from conftest import APPS, ROOT

PAGE = ROOT / "docs" / "test-with-python.md"


def write_files(folder: Path) -> dict[str, str]:
    """The code blocks that begin with a comment naming a file; several blocks of one file follow each other."""
    files: dict[str, str] = {}
    for name, text in re.findall(r"```(?:python|ini)\n# (\S+)\n(.*?)```", PAGE.read_text(), re.S):
        files[name] = f"{files[name]}\n\n{text}" if name in files else text
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "build").mkdir()
    (folder / "build" / "apps").symlink_to(APPS)
    return files


def test_every_block_runs(tmp_path: Path) -> None:
    files = write_files(tmp_path)
    assert set(files) == {"pytest.ini", "test_form.py", "test_faulty.py", "script.py"}
    done = subprocess.run([sys.executable, "-m", "pytest", "-v"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    tests = sum(text.count("def test_") for text in files.values())
    assert f"{tests} passed" in done.stdout
    script = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True)
    assert script.stdout.split()[-2:] == ["willResignActive", "didBecomeActive"], script.stderr


def test_the_delegate_is_quoted_as_it_is() -> None:
    delegate = (ROOT / "agents" / "form" / "AppDelegate.swift").read_text()
    (quoted,) = re.findall(r"```swift\n(.*?)```", PAGE.read_text(), re.S)
    assert [line for line in quoted.splitlines() if line not in map(str.strip, delegate.splitlines())] == []


def test_the_names_of_the_table_are_there() -> None:
    from roost_device import App, Device, PrivateDaemon

    table = PAGE.read_text().rpartition("## What else there is")[2]
    for owner, name in re.findall(r"\b(app|device|daemon)\.(\w+)", table):
        kind = {"app": App, "device": Device, "daemon": PrivateDaemon}[owner]
        assert hasattr(kind, name) or (owner, name) == ("device", "daemon"), f"{owner}.{name}"
