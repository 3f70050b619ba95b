"""A picture of a screen: the SVG document that the daemon gives, or a PNG drawn of it."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import RoostError


@dataclass(frozen=True)
class Screenshot:
    """What a screen looked like."""

    svg: str

    @property
    def png(self) -> bytes:
        """Drawn by roost-picture, as `roostctl snapshot` does."""
        drawn = subprocess.run([_painter()], input=self.svg.encode(), capture_output=True)
        if drawn.returncode == 127:
            raise RoostError(
                "unable to draw a PNG: roost-picture lacks librsvg; install the package librsvg2-2, or use the SVG"
            )
        if drawn.returncode != 0:
            raise RoostError(f"unable to draw a PNG: {drawn.stderr.decode(errors='replace').strip()}")
        return drawn.stdout

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes a file whose name ends in .svg or .png."""
        file = Path(path)
        match file.suffix.lower():
            case ".svg":
                file.write_text(self.svg)
            case ".png":
                file.write_bytes(self.png)
            case _:
                raise ValueError(f"the name of a picture ends in .svg or .png: {file}")
        return file


def _painter() -> Path:
    """roost-picture, beside roostctl where both are built, or in libexec/roost where they are installed."""
    if roostctl := shutil.which("roostctl"):
        folder = Path(roostctl).resolve().parent
        for path in (folder / "roost-picture", folder.parent / "libexec/roost/roost-picture"):
            if os.access(path, os.X_OK):
                return path
    raise RoostError(
        "unable to draw a PNG: there is no roostctl in PATH with roost-picture beside it or in ../libexec/roost; "
        "install Roost or put build/bin into PATH, or use the SVG"
    )
