"""The programs and sample apps that `make build` left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
APPS = ROOT / "build" / "apps"
os.environ["PATH"] = f"{ROOT / 'build' / 'bin'}:{os.environ['PATH']}"

pytest_plugins = ["pytester"]


@pytest.fixture
def roost_apps() -> list[Path]:
    return [APPS]
