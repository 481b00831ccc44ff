"""Read a wheel file, after a check of every file's sum and name.

`packaging` reads versions, tags and needs. Root's Python has it from Debian, and no other part of
an update needs it: without it no wheel is read, but starts are guarded and the version before can
be restored.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import stat
import sys
import sysconfig
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

from companion.errors import UpdateError
from companion.named_tuples import NamedTuple
from companion.privileged import OURS
from companion.words import NOTHING, Text, listed, text

IS_LACKING: Final = find_spec("packaging") is None
"""Whether versions cannot be read."""
if not IS_LACKING:
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet
    from packaging.tags import parse_tag, sys_tags
    from packaging.utils import canonicalize_name
    from packaging.version import Version

LARGEST: Final = 256 * 2**20
"""Maximum unpacked size of a wheel in bytes; our own has a hundredth of that."""
AGAIN: Final = text("Copy it to the stick once more from its source.")
DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    ValueError,
    csv.Error,
    NotImplementedError,
    RuntimeError,
)
"""Exceptions of reading a file that is no valid wheel."""


class Need(NamedTuple):
    """A package that a wheel needs."""

    name: str
    condition: str
    """The accepted versions."""
    extra: str
    """The optional part that needs it, "" for always."""


class Wheel(NamedTuple):
    path: Path
    name: str
    """The canonical name."""
    version: str
    tags: tuple[str, ...]
    """Such as py3-none-any."""
    python: str
    """As in Requires-Python."""
    needs: tuple[Need, ...]
    """Those of this Python on this machine."""


def read_wheel(path: Path, ours: bool = True) -> Wheel:
    """Read the wheel at a path and verify the sum of every file.

    `version` and `python` are as in METADATA; `version_key` and `misfit_reason` find out whether
    they can be compared.

    Raises:
        UpdateError: It is damaged, no wheel, or none of `ours`.
    """
    if IS_LACKING:
        raise UpdateError(
            text(
                "an update cannot be read without the library packaging: install it (sudo apt"
                " install python3-packaging), and try again"
            )
        )
    try:
        with zipfile.ZipFile(path) as archive:
            about = _about(path, archive)
            metadata, made = (
                Parser().parsestr(archive.read(f"{about}/{name}").decode("utf-8"))
                for name in ("METADATA", "WHEEL")
            )
            name = canonical(str(metadata["Name"]))
            if ours and name != canonical(OURS):
                raise UpdateError(
                    text(
                        "{file} is {name}, not Clockwork Derby: give the file that begins with"
                        " {ours}-",
                        file=path.name,
                        name=str(metadata["Name"]),
                        ours=OURS,
                    )
                )
            _check_sums(path, archive, f"{about}/RECORD")
    except DAMAGE as fault:
        if isinstance(fault, UpdateError):
            raise
        raise UpdateError(
            text(
                "{file} is damaged or cut off ({fault}). {again}",
                file=path.name,
                fault=str(fault),
                again=AGAIN,
            )
        ) from None
    needs = tuple(
        need
        for line in metadata.get_all("Requires-Dist", [])
        for need in _needs(line, metadata.get_all("Provides-Extra", []))
    )
    return Wheel(
        path,
        name,
        str(metadata["Version"]),
        tuple(made.get_all("Tag", [])),
        str(metadata["Requires-Python"] or ""),
        needs,
    )


def misfit_reason(wheel: Wheel) -> Text:
    """Return why a wheel cannot run on this Python and machine, and what to do, or NOTHING."""
    python = ".".join(map(str, sys.version_info[:3]))
    if not any(map(_fits, wheel.tags)):
        return text(
            "{file} is made for {tags}, and this computer is {machine} with Python "
            "{python}: get the update for this computer",
            file=wheel.path.name,
            tags=listed(wheel.tags, "") or text("nothing of what it names"),
            machine=sysconfig.get_platform(),
            python=python,
        )
    if not allows(wheel.python, python):
        return text(
            "{file} needs Python {needed}, and this computer has {python}: get the update "
            "for this computer",
            file=wheel.path.name,
            needed=wheel.python,
            python=python,
        )
    return NOTHING


def canonical(name: str) -> str:
    """Return a package's canonical name: case and kind of dash do not matter."""
    return canonicalize_name(name)


def version_key(version: str) -> Version:
    """Return the sort key of a version; raise UpdateError if it is none.

    A part after a plus sign says where a version was built, not how old it is.
    """
    try:
        return Version(Version(version).public)
    except ValueError:
        raise UpdateError(
            text(
                "found the version {version}, expected numbers with dots, such as 0.2.0",
                version=repr(version),
            )
        ) from None


def allows(condition: str, version: str) -> bool:
    """Return whether a version fulfils a condition such as >=3.11,<3.14; True if unknown."""
    try:
        return SpecifierSet(condition).contains(Version(version), prereleases=True)
    except ValueError:
        return True


def _fits(tag: str) -> bool:
    """Return whether a tag, perhaps compressed such as py2.py3-none-any, fits this machine."""
    try:
        return not parse_tag(tag).isdisjoint(sys_tags())
    except ValueError:
        return False


def _needs(line: str, extras: Sequence[str]) -> Iterator[Need]:
    """Yield the needs in a line such as `kivy<3; extra == "ui"`: one, or one per optional part.

    Unreadable lines have none.
    """
    try:
        need = Requirement(line)
        parts = [
            extra
            for extra in ("", *extras)
            if need.marker is None or need.marker.evaluate({"extra": extra})
        ]
    except ValueError:
        return
    # Permanent needs also hold with every optional part.
    for extra in parts[:1] if "" in parts else parts:
        yield Need(canonical(need.name), str(need.specifier), extra)


def _about(path: Path, archive: zipfile.ZipFile) -> str:
    """Return the folder with the wheel's metadata."""
    # Before unpacking: a small file can unpack to more than the memory.
    if sum(found.file_size for found in archive.infolist()) > LARGEST:
        raise UpdateError(
            text(
                "{file} would unpack to more than {most} MB: that is no Clockwork Derby",
                file=path.name,
                most=LARGEST // 2**20,
            )
        )
    names = archive.namelist()
    for found in archive.infolist():
        if not _is_plain(found) or names.count(found.filename) > 1:
            raise UpdateError(
                text(
                    "{file} holds {name}, which is not an ordinary file in a folder of its "
                    "own: it is not from `make wheel`",
                    file=path.name,
                    name=repr(found.filename[:80]),
                )
            )
    tops = {name.split("/")[0] for name in names if name.split("/")[0].endswith(".dist-info")}
    if len(tops) != 1:
        raise UpdateError(
            text(
                "{file} is not a wheel: it does not list its contents. {again}",
                file=path.name,
                again=AGAIN,
            )
        )
    return tops.pop()


def _is_plain(found: zipfile.ZipInfo) -> bool:
    """Return whether a name leads only downwards, to a file or a folder."""
    name, kind = found.filename, stat.S_IFMT(found.external_attr >> 16)
    folder = name.endswith("/")
    parts = PurePosixPath(name).parts
    well = (
        bool(parts)
        and not name.startswith("/")
        and ".." not in parts
        and "\\" not in name
        and name.isprintable()
    )
    # Archives with names only leave the kind of a file open.
    return (
        well
        and name == "/".join(parts) + "/" * folder
        and kind in (0, stat.S_IFDIR if folder else stat.S_IFREG)
    )


def _check_sums(path: Path, archive: zipfile.ZipFile, record: str) -> None:
    recorded = {
        row[0]: row[1]
        for row in csv.reader(archive.read(record).decode("utf-8").splitlines())
        if len(row) == 3
    }
    there = {name for name in archive.namelist() if not name.endswith("/")}
    for name in sorted(there.symmetric_difference(recorded)):
        raise UpdateError(
            text(
                "{file} is damaged: {name} is not listed in it. {again}",
                file=path.name,
                name=name,
                again=AGAIN,
            )
            if name in there
            else text(
                "{file} is damaged: {name} is missing in it. {again}",
                file=path.name,
                name=name,
                again=AGAIN,
            ),
        )
    # The list cannot contain its own sum.
    for name in sorted(there - {record}):
        sum = (
            base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest())
            .rstrip(b"=")
            .decode("ascii")
        )
        if recorded[name] != f"sha256={sum}":
            raise UpdateError(
                text(
                    "{file} is damaged: {name} in it has another sum than it should. {again}",
                    file=path.name,
                    name=name,
                    again=AGAIN,
                )
            )
