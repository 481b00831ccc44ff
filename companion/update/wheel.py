"""What a wheel file says about itself, believed only after every file in it has its right sum."""
from __future__ import annotations

import base64
import csv
import hashlib
import re
import sys
import sysconfig
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import UpdateFault
from companion.update.versions import allows

OURS: Final = "clockwork_derby"
LARGEST: Final = 256 * 2**20
"""Bytes that our own wheel may unpack to; it has a hundredth of that."""
AGAIN: Final = "Copy it to the stick again from where it was made."


class Wheel(NamedTuple):
    """Our own wheel: `tags` such as py3-none-any, `python` as it stands in Requires-Python, `extras` with the packages that each needs."""

    path: Path
    version: str
    tags: tuple[str, ...]
    python: str
    extras: Mapping[str, frozenset[str]]


def read_wheel(path: Path) -> Wheel:
    """Our wheel at this path, every file in it compared with its sum; UpdateFault where it is damaged, foreign, or no wheel.

    `version` and `python` are believed as they stand in METADATA; whether they can be compared is found by `versions`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about = _about(path, archive)
            metadata, made = (Parser().parsestr(archive.read(f"{about}/{name}").decode("utf-8")) for name in ("METADATA", "WHEEL"))
            if canonical(str(metadata["Name"])) != canonical(OURS):
                raise UpdateFault(f"{path.name} is {metadata['Name']}, not Clockwork Derby: give the file that begins with {OURS}-")
            _check_sums(path, archive, f"{about}/RECORD")
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, csv.Error, NotImplementedError, RuntimeError) as fault:
        if isinstance(fault, UpdateFault):
            raise
        raise UpdateFault(f"{path.name} is damaged or cut off ({fault}). {AGAIN}") from None
    return Wheel(path, str(metadata["Version"]), tuple(made.get_all("Tag", [])), str(metadata["Requires-Python"] or ""), _extras(metadata))


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
    tops = {name.split("/")[0] for name in archive.namelist() if name.split("/")[0].endswith(".dist-info")}
    if len(tops) != 1:
        raise UpdateFault(f"{path.name} is no wheel: it does not say what is in it. {AGAIN}")
    return tops.pop()


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


def _extras(metadata: Message) -> dict[str, frozenset[str]]:
    """What each optional part needs: `kivy<3; extra == "ui"` says that ui needs kivy."""
    needs: dict[str, set[str]] = {}
    for need, extra in _needs(metadata):
        needs.setdefault(extra, set()).add(need)
    return {extra: frozenset(names) for extra, names in needs.items()}


def _needs(metadata: Message) -> Iterator[tuple[str, str]]:
    for line in metadata.get_all("Requires-Dist", []):
        name, extra = re.match(r"[\w.-]+", line), re.search(r"""extra\s*==\s*["']([\w.-]+)["']""", line)
        if name and extra:
            yield canonical(name[0]), extra[1]


def _fits(tag: str) -> bool:
    """Whether one of the tags that may be strung together, such as py2.py3-none-any, is ours."""
    # Each part may name several, with dots between.
    pythons, _abis, platforms = (part.split(".") for part in tag.split("-")) if tag.count("-") == 2 else ([], [], [])
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    return bool({"py3", f"py{version}", f"cp{version}"}.intersection(pythons)) and any(
        platform == "any" or platform.startswith(("linux", "manylinux")) and platform.endswith(f"_{_machine()}") for platform in platforms
    )


def _machine() -> str:
    return sysconfig.get_platform().partition("-")[2].replace("-", "_").replace(".", "_")


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))
