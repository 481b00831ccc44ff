"""An update on a stick: taken when it is whole, newer and made for this machine; everything else is named in one sentence."""
from __future__ import annotations

import shutil
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from companion.errors import UpdateFault
from companion.update.install import check
from companion.update.parcel import SUMS, read_parcel
from companion.update.versions import age, allows
from companion.update.wheel import read_wheel
from tests.update.places import place, tree, wheel, write_sums


def appended(path: Path, text: str) -> None:
    """A file with a line more."""
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def repacked(path: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """A wheel whose files have been changed after its sums were written, with right sums around it."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    write_sums(path.parent)
    return path


def test_a_file_and_its_folder_are_the_same_update(tmp_path: Path) -> None:
    """Whichever of the two is named: the version, the wheels that the sums list, and nothing else that lies there."""
    made = wheel(tmp_path, "0.3.1", more='Requires-Dist: kivy<3,>=2.3.1; extra == "ui"\nRequires-Dist: pyserial>=3.5\n')
    wheel(tmp_path, "7", name="needed")
    (tmp_path / "holiday.jpg").write_bytes(b"no concern of ours")
    found = read_parcel(tmp_path)
    assert found == read_parcel(made)
    assert (found.wheel.version, found.wheel.tags, found.wheel.extras) == ("0.3.1", ("py3-none-any",), {"ui": frozenset({"kivy"})})
    assert [path.name for path in found.others] == ["needed-7-py3-none-any.whl"]


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1", "0.10", "0.2.0rc1", "1.0.post1"])
def test_the_same_or_a_newer_one_is_taken(tmp_path: Path, version: str) -> None:
    """What runs is 0.1.0; looking changes nothing."""
    here = place(tmp_path)
    before = tree(here)
    parcel, running = check(wheel(tmp_path / "stick", version), here)
    assert (parcel.wheel.version, running) == (version, "0.1.0") and tree(here) == before


@pytest.mark.parametrize("version", ["0.0.9", "0.1.0rc1", "0.1.0.dev3", "0"])
def test_an_older_one_is_taken_only_when_it_is_asked_for(tmp_path: Path, version: str) -> None:
    """The sentence names both versions and the word that lets it in."""
    here, made = place(tmp_path), wheel(tmp_path / "stick", version)
    with pytest.raises(UpdateFault, match=rf"-{version}-.* is older than version 0\.1\.0, which runs; with --older"):
        check(made, here)
    assert check(made, here, older=True)[0].wheel.version == version


@pytest.mark.parametrize(("tag", "python", "words"), [
    ("cp27-cp27m-any", "", "is made for cp27-cp27m-any, and this machine is"),
    ("py3-none-win_amd64", "", "is made for py3-none-win_amd64"),
    ("py3-none-manylinux_2_17_riscv64", "", "is made for py3-none-manylinux_2_17_riscv64"),
    ("py3-none-any", ">=3.99", r"needs Python >=3\.99, and this machine has 3\."),
    ("py3-none-any", ">=3.5,<3.9", r"needs Python >=3\.5,<3\.9"),
])
def test_one_for_another_machine_is_refused(tmp_path: Path, tag: str, python: str, words: str) -> None:
    """Its tags and the Pythons it asks for must fit."""
    with pytest.raises(UpdateFault, match=words):
        check(wheel(tmp_path / "stick", tag=tag, python=python), place(tmp_path))


def test_one_for_just_this_machine_is_taken(tmp_path: Path) -> None:
    """A tag may name the very Python and kind of machine."""
    machine = sysconfig.get_platform().partition("-")[2].replace("-", "_")
    python = f"{sys.version_info.major}{sys.version_info.minor}"
    assert check(wheel(tmp_path / "stick", tag=f"cp{python}-cp{python}-manylinux_2_17_{machine}"), place(tmp_path))


@pytest.mark.parametrize(("harm", "words"), [
    (lambda made: made.write_bytes(made.read_bytes()[:-100]), "another sum than SHA256SUMS says: it is damaged or cut off"),
    (lambda made: made.write_bytes(b""), "damaged or cut off"),
    (lambda made: made.unlink(), "holds no update"),
    (lambda made: (made.parent / SUMS).unlink(), "SHA256SUMS is missing"),
    (lambda made: (made.parent / SUMS).write_bytes(b""), "not listed in SHA256SUMS"),
    (lambda made: (made.parent / SUMS).write_bytes(b"\x00\xff nonsense\n" * 9), r"SHA256SUMS:1: found .*, expected a sum"),
    (lambda made: (made.parent / SUMS).write_bytes((made.parent / SUMS).read_bytes()[:50]), r"SHA256SUMS:1: found"),
    (lambda made: appended(made.parent / SUMS, f"{'0' * 64}  gone-1-py3-none-any.whl\n"), "gone-1-py3-none-any.whl is listed in SHA256SUMS and is missing"),
    (lambda made: made.rename(made.with_name("clockwork_derby-9.whl")), "not listed"),
    (lambda made: shutil.copy(made, made.with_name("clockwork_derby-9.whl")), "holds several updates"),
], ids=range(10))
def test_what_the_stick_lost_is_named(tmp_path: Path, harm: Callable[[Path], object], words: str) -> None:
    """Cut, emptied, renamed, without its sums, incomplete: one sentence each."""
    harm(wheel(tmp_path / "stick"))
    with pytest.raises(UpdateFault, match=words):
        read_parcel(tmp_path / "stick")


@pytest.mark.parametrize(("change", "words"), [
    (lambda files: files.update({"companion/more.py": b"evil"}), r"companion/more\.py in it has another sum"),
    (lambda files: files.update({"companion/new.py": b""}), r"companion/new\.py is not listed in it"),
    (lambda files: files.pop("companion/more.py"), r"companion/more\.py is missing in it"),
    (lambda files: files.pop("clockwork_derby-0.2.0.dist-info/RECORD"), "damaged or cut off"),
    (lambda files: files.pop("clockwork_derby-0.2.0.dist-info/METADATA"), "damaged or cut off"),
    (lambda files: files.update({"clockwork_derby-0.2.0.dist-info/RECORD": b"\xff\xfe\x00"}), "damaged or cut off"),
    (lambda files: files.clear(), "is no wheel"),
], ids=range(7))
def test_a_wheel_that_was_changed_is_refused(tmp_path: Path, change: Callable[[dict[str, bytes]], object], words: str) -> None:
    """Every file in it has its sum, also where the sum of the whole file is right."""
    with pytest.raises(UpdateFault, match=words):
        read_parcel(repacked(wheel(tmp_path), change))


def test_something_else_is_refused(tmp_path: Path) -> None:
    """Another programme's wheel, a text that is called a wheel, a name that is not there."""
    with pytest.raises(UpdateFault, match=r"is kivy, not Clockwork Derby"):
        read_parcel(wheel(tmp_path / "other", name="kivy"))
    (tmp_path / "clockwork_derby-1-py3-none-any.whl").write_text("no zip")
    write_sums(tmp_path)
    with pytest.raises(UpdateFault, match="damaged or cut off"):
        read_parcel(tmp_path)
    with pytest.raises(UpdateFault, match="no such file; is the stick plugged in"):
        read_parcel(tmp_path / "away.whl")


def test_a_version_that_is_none_is_named(tmp_path: Path) -> None:
    """The file's version is compared, so it must be one."""
    with pytest.raises(UpdateFault, match="found the version 'newest', expected numbers"):
        check(wheel(tmp_path / "stick", "newest"), place(tmp_path))


@pytest.mark.parametrize("cut", range(0, 100, 7))
def test_a_wheel_cut_anywhere_is_a_fault_and_nothing_worse(tmp_path: Path, cut: int) -> None:
    """Also where nobody wrote down the sum of the whole file, and where bytes in its midst are wrong."""
    made = wheel(tmp_path)
    data = made.read_bytes()
    at = len(data) * cut // 100
    for broken in (data[:at], data[:at] + b"\0" * 40 + data[at + 40:]):
        made.write_bytes(broken)
        with pytest.raises(UpdateFault):
            read_wheel(made)


def test_versions_are_compared_as_people_mean_them() -> None:
    """By numbers, not letters; what comes before a release is older than it."""
    order = ["0", "0.1.dev1", "0.1a1", "0.1b2", "0.1rc1", "0.1", "0.1.post1", "0.1.1", "0.2", "0.10", "1.0", "2"]
    assert all(age(older) < age(newer) for older, newer in pairwise(order))
    assert age("1.0") == age("1") == age("1.0.0+local")
    assert allows("", "3.11.2") and allows(">=3.11", "3.11.0") and allows(">=3.11,<3.14", "3.13.5") and allows("!=3.12.1", "3.12.1")
    assert not allows(">=3.11,<3.14", "3.14.0") and not allows(">3.11", "3.11.0") and not allows("<=3.11", "3.12")
