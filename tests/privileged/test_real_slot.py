"""A real slot, once: virtual environment, offline pip, our wheel, and this version's own test."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from companion import __version__
from companion.errors import UpdateError
from companion.privileged.building import build, installed_versions, packages
from companion.privileged.guard import is_sound, running_slot
from companion.privileged.parcel import read_parcel
from tests.privileged.places import SYSTEM_PYTHON, keep_race, place, roots_code, wheel
from tests.privileged.signing import signers
from tests.recorded import recorded
from tests.systemd.places import UPDATE
from tests.under_unit import command

CARRIED = ("serial", "pyserial-*")
"""The packages that the running slot passes on; every slot sees Debian's, such as packaging."""
NEEDS = (
    "Provides-Extra: ui\nRequires-Dist: packaging>=23\nRequires-Dist: pyserial>=3.5\n"
    'Requires-Dist: kivy>=2.3.1; extra == "ui"\n'
)


def packages_in(slot: Path, python: str = sys.executable) -> Path:
    """Install packages into a slot, as the installer does, and return their folder."""
    said = subprocess.run(
        [python, "-c", "import sys; print(*sys.version_info[:2], sep='.')"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    top = slot / f"lib/python{said.stdout.strip()}/site-packages"
    for pattern in CARRIED:
        for found in Path(sysconfig.get_path("purelib")).glob(pattern):
            shutil.copytree(found, top / found.name, ignore=shutil.ignore_patterns("__pycache__"))
    return top


def our_files(repository: Path) -> dict[str, bytes]:
    """Return the packages and files beside them, as in a wheel."""
    found = [
        path
        for path in (repository / "companion").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    inside = {str(path.relative_to(repository)): path.read_bytes() for path in found}
    inside |= {
        f"card_reader/{path.name}": path.read_bytes()
        for path in (repository / "firmware/card_reader").glob("*.py")
    }
    share = f"clockwork_derby-{__version__}.data/data/share/clockwork-derby/hardware"
    return {**inside, f"{share}/reader.toml": (repository / "hardware/reader.toml").read_bytes()}


def test_an_update_is_installed_for_real(tmp_path: Path, repository: Path) -> None:
    """Install by root's code and the system's Python from a folder; the new slot runs alone.

    It reads its boards. If root installs, the new version tests itself as the owner of the games.
    """
    here, code = place(tmp_path, "0.0.9"), roots_code(tmp_path / "root")
    shutil.rmtree(here / "a/lib")
    top = packages_in(here / "a", SYSTEM_PYTHON)
    (top / "clockwork_derby-0.0.9.dist-info").mkdir()
    wheel(tmp_path / "stick", __version__, more=NEEDS, files=our_files(repository))
    keep_race(tmp_path / "state", over=True)
    words = (
        "install",
        str(tmp_path / "stick"),
        "--place",
        str(here),
        "--state",
        str(tmp_path / "state"),
        "--signers",
        str(signers()),
    )
    # Under the filters of its unit, which hold for the version that examines itself, too.
    done = subprocess.run(
        command(UPDATE, SYSTEM_PYTHON, "-IB", code, "update", *words),
        cwd="/",
        capture_output=True,
        text=True,
        timeout=1000,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == recorded(
        "installation-b-version-__version__-takes", __version__=__version__
    )
    assert running_slot(here) == "b" and is_sound(here, "b")
    found = installed_versions(here / "b" / top.relative_to(here / "a"))
    assert found.keys() == {"clockwork-derby", "pyserial"}
    listed = [str(here / "current/bin/clockwork-derby"), "board", "--list"]
    done = subprocess.run(listed, cwd="/", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and "fountain-circus" in done.stdout, done.stderr
    assert (here / "b/share/clockwork-derby/hardware/reader.toml").is_file()
    assert list((here / "b").rglob("companion/__pycache__/__init__.*.pyc")), (
        "without it every start takes seconds longer"
    )


def test_a_package_that_is_missing_is_named(tmp_path: Path) -> None:
    """Name a missing or old package, without network and without running anything."""
    here = place(tmp_path)
    packages_in(here / "a")
    for need, words in (
        ("no-such-package>=3", "no-such-package>=3"),
        ("pyserial>=99", "pyserial>=99"),
    ):
        made = wheel(tmp_path / "stick", more=f"Requires-Dist: {need}\n")
        with pytest.raises(UpdateError, match=f"it needs {words}, but no wheel beside it fits"):
            build(here / "b", read_parcel(made, signers()), here / "a")


def test_a_wheel_beside_ours_takes_the_place_of_what_is_carried_over(tmp_path: Path) -> None:
    """Replace a carried-over package by the wheel beside ours, the newer of two, for this machine.

    No file of the old one stays.
    """
    here = place(tmp_path)
    old = packages_in(here / "a")
    (old / "pyserial-3.5.dist-info/RECORD").write_text(
        "serial/__init__.py,,\nserial/serialutil.py,,\npyserial-3.5.dist-info/RECORD,,\n", "utf-8"
    )
    wheel(tmp_path / "stick", "98.0", name="pyserial", files={"serial/__init__.py": b"older = 1\n"})
    wheel(tmp_path / "stick", "99.0", name="pyserial", files={"serial/__init__.py": b"newer = 1\n"})
    wheel(tmp_path / "stick", "100", name="pyserial", tag="cp27-none-any")
    made = wheel(tmp_path / "stick", more="Requires-Dist: pyserial>=99\n")
    build(here / "b", read_parcel(made, signers()), here / "a")
    top = packages(here / "b")
    assert top is not None and installed_versions(top) == {
        "clockwork-derby": "0.2.0",
        "pyserial": "99.0",
    }
    assert (top / "serial/__init__.py").read_bytes() == b"newer = 1\n" and not (
        top / "serial/serialutil.py"
    ).exists()
