"""Make the pictures of the building guide from the model of the printed parts.

    .venv/bin/python -m hardware.pictures.make [NAME …]

It asks openscad for every colour of a scene, draws it and writes the PNGs to this folder.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from PIL import Image

from hardware.pictures.scene import Scene
from hardware.pictures.shots import SHOTS, TINTS, Shot
from hardware.pictures.solid import Triangle, read_stl

HERE: Final = Path(__file__).parent
MODEL: Final = HERE.parent / "reader" / "reader.scad"


def solids(part: str, settings: tuple[str, ...]) -> list[Triangle]:
    """Return openscad's solids of a part with further settings (`name=value`), or none."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "part.stl"
        order = ["openscad", "-o", str(target), "-D", f'part="{part}"']
        for setting in settings:
            order += ["-D", setting]
        said = subprocess.run(
            [*order, str(MODEL)], capture_output=True, text=True, check=False, timeout=600
        )
        if target.exists():
            return read_stl(target.read_text("ascii"))
        if "object is empty" in said.stderr:
            return []
        raise SystemExit(f"openscad made no {part}:\n{said.stderr}")


def draw(name: str, shot: Shot) -> Path:
    """Make one picture; return its path."""
    scene = Scene(shot.view)
    with ThreadPoolExecutor(2) as pool:
        asked = {
            tint: pool.submit(solids, shot.part, (*shot.settings, f'only="{tint}"'))
            for tint in TINTS
        }
    for tint, answer in asked.items():
        scene.body(answer.result(), TINTS[tint])
    path = HERE / f"{name}.png"
    scene.finished(shot.notes).quantize(
        256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    ).save(path, optimize=True)
    return path


def main(names: list[str]) -> None:
    """Make the named pictures, or all."""
    for name in names or SHOTS:
        path = draw(name, SHOTS[name])
        print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
