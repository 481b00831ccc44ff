"""A real slot, once: a virtual environment, pip without a network, our own wheel, and this very version examining itself in it."""
from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from companion import __version__
from companion.__main__ import main
from companion.errors import UpdateFault
from companion.update.building import build, installed, packages
from companion.update.guard import is_sound, running
from companion.update.parcel import read_parcel
from tests.update.places import keep_race, place, wheel

CARRIED = ("pip", "pip-*", "serial", "pyserial-*")
"""What the running slot has, and hands on."""
NEEDS = 'Requires-Dist: pyserial>=3.5\nRequires-Dist: kivy>=2.3.1; extra == "ui"\n'


def running_slot(slot: Path) -> None:
    """Give a slot packages, as the installer does."""
    top = slot.joinpath("lib", *Path(sysconfig.get_path("purelib")).parts[-2:])
    for pattern in CARRIED:
        for found in Path(sysconfig.get_path("purelib")).glob(pattern):
            shutil.copytree(found, top / found.name, ignore=shutil.ignore_patterns("__pycache__"))


def our_files(repository: Path) -> dict[str, bytes]:
    """The packages and what lies beside them, as they are in a wheel."""
    found = [path for path in (repository / "companion").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    inside = {str(path.relative_to(repository)): path.read_bytes() for path in found}
    inside |= {f"card_reader/{path.name}": path.read_bytes() for path in (repository / "firmware/card_reader").glob("*.py")}
    share = f"clockwork_derby-{__version__}.data/data/share/clockwork-derby/hardware"
    return {**inside, f"{share}/reader.toml": (repository / "hardware/reader.toml").read_bytes()}


def test_an_update_is_installed_for_real(tmp_path: Path, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a folder, with what the running slot hands on; the new slot runs by itself, and reads its own boards."""
    here = place(tmp_path, "0.0.9")
    running_slot(here / "a")
    wheel(tmp_path / "stick", __version__, more=NEEDS, files=our_files(repository))
    keep_race(tmp_path / "state", over=True)
    assert main(["update", "install", str(tmp_path / "stick"), "--place", str(here), "--state", str(tmp_path / "state")]) == 0
    assert f"slot b: version {__version__} takes over from 0.0.9 at the next start, on trial" in capsys.readouterr().out
    assert running(here) == "b" and is_sound(here, "b")
    assert {"clockwork-derby", "pyserial", "pip"} <= installed(packages(here / "b")) and "kivy" not in installed(packages(here / "b"))
    command = [str(here / "current/bin/clockwork-derby"), "board", "--list"]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and "fountain-circus" in done.stdout, done.stderr


def test_a_package_that_is_missing_is_named(tmp_path: Path) -> None:
    """What is neither beside the wheel nor in the running slot; no network is asked."""
    here = place(tmp_path)
    running_slot(here / "a")
    made = wheel(tmp_path / "stick", more="Requires-Dist: no-such-package>=3\n")
    with pytest.raises(UpdateFault, match="it needs no-such-package, which fits no wheel beside it"):
        build(here / "b", read_parcel(made), here / "a")
