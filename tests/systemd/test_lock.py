"""The locked packages of `make install` satisfy pyproject.toml on every Python and machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

from tests.system.image import LOCKS
from tests.systemd.places import FOLDER, REPOSITORY

PLACE: Final = REPOSITORY / ".ci" / "lock"
EXTRAS: Final = ("play", "gpio", "pi4", "pi5")
"""The extras of the installer, each locked in a file of its name."""
PYTHONS: Final = ((3, 11), (3, 13))
MACHINES: Final = ("x86_64", "aarch64")
GLIBC: Final = tuple(f"manylinux_2_{minor}" for minor in range(36, 4, -1))
"""Debian 12 has the C library 2.36; every wheel for one lists the older names beside these."""


class Locked(NamedTuple):
    """A package of a lock file: its requirement, and the names of its files by their hashes."""

    requirement: Requirement
    files: dict[str, str]

    @property
    def version(self) -> Version:
        """Return the only version that is installed."""
        (clause,) = self.requirement.specifier
        assert clause.operator == "=="
        return Version(clause.version)


def locked(name: str) -> dict[str, Locked]:
    """Return a lock file by the names of its packages."""
    found, names = dict[str, Locked](), list[str]()
    for line in (PLACE / f"{name}.txt").read_text("utf-8").replace("\\\n", " ").splitlines()[1:]:
        if line.startswith("#"):
            names.append(line[2:])
            continue
        requirement, *sums = re.split(r"\s+--hash=sha256:", line.strip())
        assert len(sums) == len(names) and all(re.fullmatch("[0-9a-f]{64}", one) for one in sums), (
            line
        )
        package = Locked(Requirement(requirement), dict(zip(sums, names, strict=True)))
        found[canonicalize_name(package.requirement.name)] = package
        names = []
    return found


def surroundings(python: tuple[int, int], machine: str) -> dict[str, str]:
    """Return the environment of a table for markers."""
    version = ".".join(map(str, python))
    return {
        "python_version": version,
        "python_full_version": f"{version}.0",
        "platform_machine": machine,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }


def tags(python: tuple[int, int], machine: str) -> set[Tag]:
    """Return the tags of wheels that a table can use."""
    platforms = [f"{libc}_{machine}" for libc in GLIBC]
    return {
        *cpython_tags(python, platforms=platforms),
        *compatible_tags(python, f"cp{python[0]}{python[1]}", platforms),
    }


def asked_for(extra: str) -> Iterator[Requirement]:
    """Yield what pyproject.toml requires always and for an extra, nested ones too."""
    project: dict[str, Any] = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))[
        "project"
    ]
    yield from map(Requirement, project["dependencies"])
    for requirement in map(Requirement, project["optional-dependencies"][extra]):
        if canonicalize_name(requirement.name) == project["name"]:
            for part in requirement.extras:
                yield from asked_for(part)
        else:
            yield requirement


def test_the_lock_satisfies_what_is_asked_for() -> None:
    """Lock each requirement in a version that fits, also for building: `make lock` was run."""
    builds = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["build-system"][
        "requires"
    ]
    for name, wanted in (
        *((extra, list(asked_for(extra))) for extra in EXTRAS),
        ("build", [Requirement(line) for line in builds]),
    ):
        there = locked(name)
        assert len(wanted) > 1
        for requirement in wanted:
            package = there.get(canonicalize_name(requirement.name))
            assert package is not None and requirement.specifier.contains(
                package.version, prereleases=True
            ), f"{requirement} is not in {name}.txt: make lock"


@pytest.mark.parametrize("name", [*EXTRAS, "build"])
def test_each_package_has_a_file_for_every_table(name: str) -> None:
    """Lock a wheel for each table, or the source of what has none, and nothing else.

    A package for one board may have files for that only.
    """
    for package in locked(name).values():
        sources = [file for file in package.files.values() if not file.endswith(".whl")]
        if sources:
            assert (sources, canonicalize_name(package.requirement.name)) == (
                [*package.files.values()],
                "rpi-ws281x",
            )
            continue
        wheels = [parse_wheel_filename(file) for file in package.files.values()]
        assert {(canonicalize_name(wheel[0]), wheel[1]) for wheel in wheels} == {
            (canonicalize_name(package.requirement.name), package.version)
        }
        for python, machine in product(
            PYTHONS, MACHINES[1:] if name in ("pi4", "pi5") else MACHINES
        ):
            marker = package.requirement.marker
            if marker is None or marker.evaluate(surroundings(python, machine)):
                assert any(wheel[3] & tags(python, machine) for wheel in wheels), (
                    f"{package.requirement} on {python}, {machine}"
                )


def test_all_sets_have_the_same_versions() -> None:
    """Lock the same version in all sets, since they are installed together."""
    base = locked(EXTRAS[0])
    for extra in EXTRAS[1:]:
        there = locked(extra)
        assert {name: there[name] for name in there.keys() & base.keys()} == {
            name: base[name] for name in there.keys() & base.keys()
        }


def test_the_installer_and_the_guest_take_nothing_else() -> None:
    """Use locks with hashes, or the wheel built here, in each pip of installer and guest."""
    scripts = [
        (FOLDER / "install").read_text("utf-8"),
        (REPOSITORY / ".ci/packages").read_text("utf-8"),
    ]
    calls = [
        line
        for script in scripts
        for line in script.splitlines()
        if re.search(r"run_pip \S+ (install|wheel)|-m pip", line) and "$@" not in line
    ]
    assert len(calls) == 4 and all(
        "--require-hashes" in call or "--no-deps --no-index" in call for call in calls
    ), calls
    assert set(LOCKS) == {"build", "play"}
    assert "readonly extras_play=play\n" in (REPOSITORY / ".ci/setup").read_text("utf-8")


def test_a_lock_names_no_place_to_fetch_from() -> None:
    """Name hashes, but no index, in locks."""
    for path in PLACE.glob("*.txt"):
        assert not re.search(r"://|--(?!hash=)|^-", path.read_text("utf-8"), re.MULTILINE)
    assert {path.stem for path in PLACE.glob("*.txt")} == {*EXTRAS, "build"}


def test_pip_refuses_a_file_with_another_sum(tmp_path: Path) -> None:
    """Refuse a wheel whose content was changed under its right name and version."""
    package = locked("play")["segno"]
    (file,) = package.files.values()
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / file).write_bytes(b"something else")
    surroundings = {
        **os.environ,
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(tmp_path / "wheels"),
    }
    order = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "download",
        "--no-deps",
        "--dest",
        str(tmp_path),
        "--require-hashes",
    ]
    done = subprocess.run(
        [*order, "-r", str(_alone(tmp_path, package))],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode and "DO NOT MATCH THE HASHES" in done.stderr


def _alone(folder: Path, package: Locked) -> Path:
    path = folder / "lock.txt"
    path.write_text(
        " ".join(
            [str(package.requirement), *(f"--hash=sha256:{digest}" for digest in package.files)]
        ),
        "utf-8",
    )
    return path
