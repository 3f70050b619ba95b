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
        """Drawn by rsvg-convert, as `roostctl snapshot` does (Debian: librsvg2-bin)."""
        program = shutil.which("rsvg-convert")
        if program is None:
            raise RoostError(
                "unable to draw a PNG: rsvg-convert is not installed; install the package librsvg2-bin, or use the SVG"
            )
        # From standard input, so that it loads nothing that an app's picture may refer to.
        drawn = subprocess.run([program, "--format=png"], input=self.svg.encode(), capture_output=True)
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
