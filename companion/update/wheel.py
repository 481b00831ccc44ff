"""What a wheel file says about itself, believed only after every file in it has its right sum and a name that leads nowhere else."""
from __future__ import annotations

import base64
import csv
import hashlib
import re
import stat
import sys
import sysconfig
import zipfile
import zlib
from email.parser import Parser
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from companion.errors import UpdateFault
from companion.update.versions import allows

OURS: Final = "clockwork_derby"
LARGEST: Final = 256 * 2**20
"""Bytes that a wheel may unpack to; our own has a hundredth of that."""
AGAIN: Final = "Copy it to the stick again from where it was made."
DAMAGE: Final = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, csv.Error, NotImplementedError, RuntimeError)
"""What reading a file that is no whole wheel may raise."""


class Need(NamedTuple):
    """A package that a wheel needs: its name, which versions of it, and for which of its optional parts, "" where always."""

    name: str
    condition: str
    extra: str


class Wheel(NamedTuple):
    """A wheel: `name` as all its spellings have it in common, `tags` such as py3-none-any, `python` as it stands in Requires-Python."""

    path: Path
    name: str
    version: str
    tags: tuple[str, ...]
    python: str
    needs: tuple[Need, ...]


def read_wheel(path: Path, ours: bool = True) -> Wheel:
    """The wheel at this path, every file in it compared with its sum; UpdateFault where it is damaged or no wheel, or none of `ours`.

    `version` and `python` are believed as they stand in METADATA; whether they can be compared is found by `versions`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about = _about(path, archive)
            metadata, made = (Parser().parsestr(archive.read(f"{about}/{name}").decode("utf-8")) for name in ("METADATA", "WHEEL"))
            name = canonical(str(metadata["Name"]))
            if ours and name != canonical(OURS):
                raise UpdateFault(f"{path.name} is {metadata['Name']}, not Clockwork Derby: give the file that begins with {OURS}-")
            _check_sums(path, archive, f"{about}/RECORD")
    except DAMAGE as fault:
        if isinstance(fault, UpdateFault):
            raise
        raise UpdateFault(f"{path.name} is damaged or cut off ({fault}). {AGAIN}") from None
    needs = tuple(need for line in metadata.get_all("Requires-Dist", []) if (need := _need(line)) is not None)
    return Wheel(path, name, str(metadata["Version"]), tuple(made.get_all("Tag", [])), str(metadata["Requires-Python"] or ""), needs)


def misfit(wheel: Wheel) -> str:
    """Why a wheel cannot run with this Python on this machine, as the rest of a sentence; "" where it can."""
    if not any(map(_fits, wheel.tags)):
        return f"is made for {', '.join(wheel.tags) or 'nothing that it names'}, and this machine is {_machine()} with Python {_python()}"
    if not allows(wheel.python, _python()):
        return f"needs Python {wheel.python}, and this machine has {_python()}"
    return ""


def canonical(name: str) -> str:
    """A package's name as all its spellings have it in common.

    As PEP 503 has it: case and the kind of dash do not matter.
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def _about(path: Path, archive: zipfile.ZipFile) -> str:
    """The folder with what the wheel says about itself."""
    # Before anything is unpacked: a small file can unpack to more than there is memory for.
    if sum(found.file_size for found in archive.infolist()) > LARGEST:
        raise UpdateFault(f"{path.name} would unpack to more than {LARGEST // 2**20} MB: that is no Clockwork Derby")
    names = archive.namelist()
    for found in archive.infolist():
        if not _is_plain(found) or names.count(found.filename) > 1:
            raise UpdateFault(f"{path.name} holds {found.filename[:80]!r}, which is no plain file in a folder of its own: it is not from `make wheel`")
    tops = {name.split("/")[0] for name in names if name.split("/")[0].endswith(".dist-info")}
    if len(tops) != 1:
        raise UpdateFault(f"{path.name} is no wheel: it does not say what is in it. {AGAIN}")
    return tops.pop()


def _is_plain(found: zipfile.ZipInfo) -> bool:
    """Whether a name leads down only, to a file or a folder."""
    name, kind = found.filename, stat.S_IFMT(found.external_attr >> 16)
    folder = name.endswith("/")
    parts = PurePosixPath(name).parts
    well = bool(parts) and not name.startswith("/") and ".." not in parts and "\\" not in name and name.isprintable()
    # Whoever writes a zip with nothing but names leaves the kind of a file open.
    return well and name == "/".join(parts) + "/" * folder and kind in (0, stat.S_IFDIR if folder else stat.S_IFREG)


def _check_sums(path: Path, archive: zipfile.ZipFile, record: str) -> None:
    told = {row[0]: row[1] for row in csv.reader(archive.read(record).decode("utf-8").splitlines()) if len(row) == 3}
    there = {name for name in archive.namelist() if not name.endswith("/")}
    for name in sorted(there.symmetric_difference(told)):
        raise UpdateFault(f"{path.name} is damaged: {name} is {'not listed' if name in there else 'missing'} in it. {AGAIN}")
    # The list cannot hold its own sum.
    for name in sorted(there - {record}):
        sum = base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest()).rstrip(b"=").decode("ascii")
        if told[name] != f"sha256={sum}":
            raise UpdateFault(f"{path.name} is damaged: {name} in it has another sum than it should. {AGAIN}")


def _need(line: str) -> Need | None:
    """`kivy<3; extra == "ui"` says that ui needs kivy; None for what is needed on other machines only, or where nobody here can tell."""
    what, _, marker = line.partition(";")
    found = re.match(r"\s*([\w.-]+)\s*(?:\[[^]]*\])?\s*\(?([^)]*)\)?", what)
    extra = re.fullmatch(r"""\s*extra\s*==\s*["']([\w.-]+)["']\s*""", marker)
    if found is None or marker.strip() and extra is None:
        return None
    return Need(canonical(found[1]), found[2].strip(), extra[1] if extra else "")


def _fits(tag: str) -> bool:
    """Whether one of the tags that may be strung together, such as py2.py3-none-any, is ours."""
    # Each part may name several, with dots between.
    pythons, abis, platforms = (part.split(".") for part in tag.split("-")) if tag.count("-") == 2 else ([], [], [])
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    # What was made for an older Python's stable interface runs with every newer one.
    stable = "abi3" in abis and any(re.fullmatch(r"cp3\d+", one) and int(one[3:]) <= sys.version_info.minor for one in pythons)
    return (stable or bool({"py3", f"py{version}", f"cp{version}"}.intersection(pythons))) and any(
        platform == "any" or platform.startswith(("linux", "manylinux")) and platform.endswith(f"_{_machine()}") for platform in platforms
    )


def _machine() -> str:
    return sysconfig.get_platform().partition("-")[2].replace("-", "_").replace(".", "_")


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))
