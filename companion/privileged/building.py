"""Build a slot: an environment with the packages of the running one, and our new wheel.

Only files are handled: neither pip nor any program of a slot or a stick is run.
"""

from __future__ import annotations

import compileall
import configparser
import csv
import os
import re
import shutil
import site
import sys
import venv
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

from companion.errors import UpdateError
from companion.privileged import OURS
from companion.privileged.parcel import Parcel
from companion.privileged.wheel import (
    Wheel,
    allows,
    canonical,
    misfit_reason,
    read_wheel,
    version_key,
)
from companion.words import text

Builder: TypeAlias = Callable[[Path, Parcel, Path], None]
"""Builds a slot, from the new slot's folder, the parcel and the running slot's folder."""

OWN: Final = (f"{OURS}-", "companion", "card_reader", "__editable__", "__pycache__")
"""Prefixes of our own files in a slot; all others are carried over."""
COMMAND: Final = "#!{python}\nimport sys\n\nfrom {module} import {name}\n\nsys.exit({name}())\n"
"""Starts an app; `bin` has such a file for each one that our wheel names."""
ENTRY: Final = re.compile(r"([\w.]+):(\w+)")


def build(slot: Path, parcel: Parcel, running: Path) -> None:
    """Build a slot in a new folder; raise UpdateError if that is impossible.

    Packages are carried over from the running slot, so that an update is one wheel as long as it
    needs nothing new; optional parts are those of the running slot. A wheel beside ours replaces
    the package that is carried over. The slot's Python is the running one. Nothing is downloaded.
    """
    carried = packages(running)
    # The other wheels for this machine, the newest of each package. There may be wheels for other
    # machines beside them.
    best: dict[str, Wheel] = {}
    for path in parcel.others:
        wheel = read_wheel(path, ours=False)
        if not misfit_reason(wheel) and (
            wheel.name not in best
            or version_key(best[wheel.name].version) < version_key(wheel.version)
        ):
            best[wheel.name] = wheel
    others = tuple(best.values())
    _check_needs((parcel.wheel, *others), carried)
    # With the system's packages: lgpio comes from there, since pip has none for newer Pythons
    # (hardware facts 6).
    venv.EnvBuilder(system_site_packages=True, symlinks=True, with_pip=False).create(slot)
    fresh = packages(slot)
    assert fresh is not None
    if carried is not None:
        shutil.copytree(
            carried,
            fresh,
            ignore=_leave_out_filter(carried, {wheel.name for wheel in others}),
            dirs_exist_ok=True,
            symlinks=True,
        )
    for wheel in (*others, parcel.wheel):
        _unpack(wheel, slot, fresh)
    _write_commands(parcel.wheel, slot)
    # The player's user cannot write here, and without bytecode every start would take seconds
    # longer. Nothing is run by it.
    compileall.compile_dir(fresh, quiet=2)


def packages(slot: Path) -> Path | None:
    """Return the folder of a slot's packages for this Python, or None.

    A slot of another Python, as after an upgrade of the system, has none to carry over.
    """
    folder = (
        slot / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    )
    return folder if folder.is_dir() else None


def installed_versions(*folders: Path) -> Mapping[str, str]:
    """Return the version of each package in folders; the first folder wins."""
    papers = [
        path.stem.split("-") for folder in reversed(folders) for path in folder.glob("*-*.*-info")
    ]
    return {canonical(name): version for name, version, *_ in papers}


def size(folder: Path) -> int:
    """Return the size of a folder's files in bytes."""
    return sum(
        Path(path, name).lstat().st_size
        for path, _folders, names in os.walk(folder)
        for name in names
    )


# ---- Needs ---------------------------------------------------------------------------------------


def _check_needs(wheels: tuple[Wheel, ...], carried: Path | None) -> None:
    """Raise UpdateError if a need is missing, also a newer version of a carried-over package."""
    # Every slot also sees the packages of its base Python, such as Debian's.
    folders = [*filter(None, (carried,)), *map(Path, site.getsitepackages([sys.base_prefix]))]
    here = {**installed_versions(*folders), **{wheel.name: wheel.version for wheel in wheels}}
    # An optional part is wanted if the running slot has all that it needs.
    parts = {need.extra for need in wheels[0].needs if need.extra}
    wanted = {
        "",
        *(
            part
            for part in parts
            if all(need.name in here for need in wheels[0].needs if need.extra == part)
        ),
    }
    for wheel in wheels:
        for need in wheel.needs:
            if need.extra in (wanted if wheel is wheels[0] else {""}) and (
                need.name not in here or not allows(need.condition, here[need.name])
            ):
                raise UpdateError(
                    text(
                        "it needs {package}, but no wheel beside it fits and the running "
                        "installation does not have it; put that wheel and its sum on the "
                        "stick, too",
                        package=f"{need.name}{need.condition}",
                    )
                )


def _leave_out_filter(top: Path, replaced: set[str]) -> Callable[[str, list[str]], list[str]]:
    """Return a filter for shutil: leave out our own files, and all files of replaced packages."""
    papers = [
        about
        for about in top.glob("*-*.dist-info")
        if canonical(about.name.split("-")[0]) in replaced
    ]
    gone = {*map(str, papers), *(str(top / row[0]) for about in papers for row in _record(about))}

    def left_out(folder: str, names: list[str]) -> list[str]:
        # Only at the top: deeper down the same names may belong to other packages.
        own = [name for name in names if name.startswith(OWN)] if Path(folder) == top else []
        return [*own, *(name for name in names if f"{folder}/{name}" in gone)]

    return left_out


def _record(about: Path) -> list[list[str]]:
    try:
        with (about / "RECORD").open(encoding="utf-8", newline="") as lines:
            return [row for row in csv.reader(lines) if row]
    except FileNotFoundError:
        return []


# ---- Unpacking -----------------------------------------------------------------------------------


def _unpack(wheel: Wheel, slot: Path, packages: Path) -> None:
    """Write every file of a wheel to its place; the caller has checked names and sums."""
    data = re.compile(r"[^/]+\.data/(purelib|platlib|data|scripts|headers)/")
    with zipfile.ZipFile(wheel.path) as archive:
        for found in archive.infolist():
            kind = data.match(found.filename)
            if found.is_dir() or (kind and kind[1] in ("scripts", "headers")):
                # No app of ours is a script, and nothing is compiled here.
                continue
            top = slot if kind and kind[1] == "data" else packages
            target = top.joinpath(*PurePosixPath(found.filename[kind.end() if kind else 0 :]).parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            # A module that another package also has is replaced, of any kind; a file in a folder's
            # place is not.
            target.unlink(missing_ok=True)
            with archive.open(found) as source, target.open("xb") as copy:
                shutil.copyfileobj(source, copy)


def _write_commands(wheel: Wheel, slot: Path) -> None:
    """Write a file to `bin` for each command of our wheel; raise UpdateError if it has none."""
    entry_points = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    with zipfile.ZipFile(wheel.path) as archive:
        entries = next(
            (
                name
                for name in archive.namelist()
                if re.fullmatch(r"[^/]+\.dist-info/entry_points\.txt", name)
            ),
            None,
        )
        entry_points.read_string(archive.read(entries).decode("utf-8") if entries else "")
    for command, entry in (
        entry_points.items("console_scripts") if entry_points.has_section("console_scripts") else ()
    ):
        found = ENTRY.fullmatch(entry.strip())
        if found is None or not re.fullmatch(r"[\w-]+", command):
            raise UpdateError(
                text(
                    "{file} names the command {command} in a way that is not understood",
                    file=wheel.path.name,
                    command=repr(command[:40]),
                )
            )
        target = slot / "bin" / command
        target.write_text(
            COMMAND.format(python=slot / "bin" / "python", module=found[1], name=found[2]), "utf-8"
        )
        target.chmod(0o755)
