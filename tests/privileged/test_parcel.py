"""An update on a stick: accepted if complete, newer and made for this machine, else refused."""

from __future__ import annotations

import shutil
import sys
import sysconfig
import warnings
import zipfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from companion.errors import UpdateError
from companion.privileged.install import check
from companion.privileged.parcel import SUMS, Parcel
from companion.privileged.parcel import read_parcel as read_signed
from companion.privileged.wheel import Need, allows, read_wheel, version_key
from tests.privileged.places import place, tree, wheel, write_sums
from tests.privileged.signing import key, sign, signers

MACHINE, PYTHON = (
    sysconfig.get_platform().partition("-")[2].replace("-", "_"),
    f"{sys.version_info.major}{sys.version_info.minor}",
)
NEEDS = """Provides-Extra: ui
Requires-Dist: kivy<3,>=2.3.1; extra == "ui"
Requires-Dist: pyserial>=3.5
Requires-Dist: New.Python ; python_version >= "3.11"
Requires-Dist: kivy-deps.angle; sys_platform == "win32" and extra == "ui"
Requires-Dist: nobody (can read this
"""
"""Requirements: always, with an extra, with newer Pythons, on other machines only, and
unreadable."""


def read_parcel(path: Path) -> Parcel:
    """Read it with the builder's key."""
    return read_signed(path, signers())


def appended(path: Path, text: str) -> None:
    """Append a line to a file."""
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def repacked(path: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """Return a wheel whose files were changed after hashing, with valid hashes outside."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    write_sums(path.parent)
    return path


def test_a_file_and_its_folder_are_the_same_update(tmp_path: Path) -> None:
    """Read the same update by file or folder: version and listed wheels only."""
    made = wheel(tmp_path, "0.3.1", more=NEEDS)
    wheel(tmp_path, "7", name="needed")
    (tmp_path / "holiday.jpg").write_bytes(b"no concern of ours")
    found = read_parcel(tmp_path)
    assert found == read_parcel(made)
    assert (found.wheel.version, found.wheel.tags) == ("0.3.1", ("py3-none-any",))
    assert found.wheel.needs == (
        Need("kivy", "<3,>=2.3.1", "ui"),
        Need("pyserial", ">=3.5", ""),
        Need("new-python", "", ""),
    )
    assert [path.name for path in found.others] == ["needed-7-py3-none-any.whl"]


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1", "0.10", "0.2.0rc1", "1.0.post1"])
def test_the_same_or_a_newer_one_is_taken(tmp_path: Path, version: str) -> None:
    """Accept the same or a newer version than 0.1.0, and change nothing."""
    here = place(tmp_path)
    before = tree(here)
    parcel, running = check(wheel(tmp_path / "stick", version), here, signers=signers())
    assert (parcel.wheel.version, running) == (version, "0.1.0") and tree(here) == before


@pytest.mark.parametrize("version", ["0.0.9", "0.1.0rc1", "0.1.0.dev3", "0"])
def test_an_older_one_is_taken_only_when_it_is_asked_for(tmp_path: Path, version: str) -> None:
    """Accept an older version on request only, and name both and the option."""
    here, made = place(tmp_path), wheel(tmp_path / "stick", version)
    with pytest.raises(
        UpdateError, match=rf"-{version}-.* is older than the running version 0\.1\.0; --older"
    ):
        check(made, here, signers=signers())
    assert check(made, here, older=True, signers=signers())[0].wheel.version == version


@pytest.mark.parametrize(
    ("tag", "python", "words"),
    [
        ("cp27-cp27m-any", "", "is made for cp27-cp27m-any, and this computer is"),
        ("py3-none-win_amd64", "", "is made for py3-none-win_amd64"),
        ("py3-none-manylinux_2_17_riscv64", "", "is made for py3-none-manylinux_2_17_riscv64"),
        ("py3-none-any", ">=3.99", r"needs Python >=3\.99, and this computer has 3\."),
        ("py3-none-any", ">=3.5,<3.9", r"needs Python >=3\.5,<3\.9"),
        ("py3-none-any", "!=3.*", r"needs Python !=3\.\*"),
        (f"cp{PYTHON}-cp{PYTHON}-manylinux_9_99_{MACHINE}", "", "is made for cp3.*manylinux_9_99"),
        (f"cp{PYTHON}-cp27m-linux_{MACHINE}", "", "is made for cp3.*cp27m"),
        (f"py3-none-musllinux_1_2_{MACHINE}", "", "is made for py3-none-musllinux"),
        ("any", "", "is made for any, and this computer"),
    ],
)
def test_one_for_another_machine_is_refused(
    tmp_path: Path, tag: str, python: str, words: str
) -> None:
    """Refuse other tags and Pythons."""
    with pytest.raises(UpdateError, match=words):
        check(wheel(tmp_path / "stick", tag=tag, python=python), place(tmp_path), signers=signers())


def test_one_for_just_this_machine_is_taken(tmp_path: Path) -> None:
    """Accept a tag of this very Python and machine, or of an older stable interface."""
    here = place(tmp_path)
    for number, tag in enumerate(
        (
            f"cp{PYTHON}-cp{PYTHON}-manylinux_2_17_{MACHINE}",
            f"cp38-abi3-linux_{MACHINE}",
            "py2.py3-none-any",
        )
    ):
        assert check(wheel(tmp_path / f"stick{number}", tag=tag), here, signers=signers())


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (
            lambda made: made.write_bytes(made.read_bytes()[:-100]),
            "another sum than SHA256SUMS says: it is damaged or cut off",
        ),
        (lambda made: made.write_bytes(b""), "damaged or cut off"),
        (lambda made: made.unlink(), "holds no update"),
        (lambda made: (made.parent / SUMS).unlink(), "SHA256SUMS is missing"),
        (lambda made: (made.parent / SUMS).write_bytes(b""), "not listed in SHA256SUMS"),
        (
            lambda made: (made.parent / SUMS).write_bytes(b"\x00\xff nonsense\n" * 9),
            r"SHA256SUMS:1: found .*, expected a sum",
        ),
        (
            lambda made: (made.parent / SUMS).write_bytes((made.parent / SUMS).read_bytes()[:50]),
            r"SHA256SUMS:1: found",
        ),
        (
            lambda made: appended(made.parent / SUMS, f"{'0' * 64}  gone-1-py3-none-any.whl\n"),
            "gone-1-py3-none-any.whl is listed in SHA256SUMS and is missing",
        ),
        (lambda made: made.rename(made.with_name("clockwork_derby-9.whl")), "not listed"),
        (
            lambda made: shutil.copy(made, made.with_name("clockwork_derby-9.whl")),
            "holds several updates",
        ),
    ],
    ids=range(10),
)
def test_what_the_stick_lost_is_named(
    tmp_path: Path, harm: Callable[[Path], object], words: str
) -> None:
    """Name what is cut, empty, renamed, without hashes or incomplete."""
    harm(wheel(tmp_path / "stick"))
    if (tmp_path / "stick" / SUMS).exists():
        sign(tmp_path / "stick")
    with pytest.raises(UpdateError, match=words):
        read_parcel(tmp_path / "stick")


def _signed_by_another(folder: Path) -> None:
    sign(folder, "stranger")


def _signed_for_mail(folder: Path) -> None:
    sign(folder, namespace="file")


def _of_another_update(folder: Path) -> None:
    wheel(folder.with_name("other"), "9.9")
    shutil.copy(folder.with_name("other") / f"{SUMS}.sig", folder)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (
            lambda folder: (folder / f"{SUMS}.sig").unlink(),
            (
                r"SHA256SUMS\.sig is missing, so the maker of this update is unknown\. Build "
                r"it with `make wheel`"
            ),
        ),
        (
            lambda folder: appended(folder / SUMS, "\n"),
            "SHA256SUMS.sig does not belong to the SHA256SUMS beside it",
        ),
        (_of_another_update, "SHA256SUMS.sig does not belong to the SHA256SUMS beside it"),
        (_signed_for_mail, "SHA256SUMS.sig does not belong to the SHA256SUMS beside it"),
        (
            lambda folder: (folder / f"{SUMS}.sig").write_bytes(b""),
            "SHA256SUMS.sig does not belong",
        ),
        (
            lambda folder: (folder / f"{SUMS}.sig").write_bytes(b"\xff\0" * 9999),
            "SHA256SUMS.sig does not belong",
        ),
        (
            _signed_by_another,
            (
                r"SHA256SUMS is signed by a key that this table does not know "
                r"\(SHA256:\S+\)\. Build .* make install key=FILE\.pub"
            ),
        ),
    ],
    ids=range(7),
)
def test_what_nobody_known_has_signed_is_refused(
    tmp_path: Path, harm: Callable[[Path], object], words: str
) -> None:
    """Refuse a missing, unknown or misused signature, and say which and what to do."""
    harm(wheel(tmp_path / "stick").parent)
    with pytest.raises(UpdateError, match=words):
        read_parcel(tmp_path / "stick")


def test_a_table_may_know_several_keys_or_none(tmp_path: Path) -> None:
    """Accept one of several keys; without keys, or with a damaged list, accept none."""
    folder = wheel(tmp_path / "stick").parent
    sign(folder, "second")
    assert read_signed(folder, signers("builder", "second")).wheel.version == "0.2.0"
    for name, words in (
        ("gone", None),
        ("empty", "# nobody\n\n"),
        ("damaged", "\xff"),
        ("other", f"someone {key('second').with_suffix('.pub').read_text()}"),
    ):
        if words is not None:
            (tmp_path / name).write_text(words, "latin-1")
        with pytest.raises(UpdateError, match=r"has no key|does not know"):
            read_signed(folder, tmp_path / name)


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "a\\b", "a//b", "./a", "a\nb"])
def test_a_wheel_whose_files_lead_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    """Refuse paths that lead out of a wheel, also with valid hashes and signature."""
    with pytest.raises(UpdateError, match="which is not an ordinary file in a folder of its own"):
        read_parcel(wheel(tmp_path, files={name: b"evil"}))


def test_a_wheel_with_a_link_or_one_name_twice_is_refused(tmp_path: Path) -> None:
    """Refuse links and duplicate names, which a zip can hold."""
    made = wheel(tmp_path)
    whole = made.read_bytes()
    for name, kind in (("link", 0o120777), ("pipe", 0o010644), ("companion/more.py", 0o100644)):
        made.write_bytes(whole)
        entry = zipfile.ZipInfo(name)
        entry.external_attr = kind << 16
        with zipfile.ZipFile(made, "a") as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            archive.writestr(entry, "/etc/passwd")
        write_sums(tmp_path)
        with pytest.raises(
            UpdateError, match="which is not an ordinary file in a folder of its own"
        ):
            read_parcel(made)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda files: files.update({"companion/more.py": b"evil"}),
            r"companion/more\.py in it has another sum",
        ),
        (
            lambda files: files.update({"companion/new.py": b""}),
            r"companion/new\.py is not listed in it",
        ),
        (lambda files: files.pop("companion/more.py"), r"companion/more\.py is missing in it"),
        (lambda files: files.pop("clockwork_derby-0.2.0.dist-info/RECORD"), "damaged or cut off"),
        (lambda files: files.pop("clockwork_derby-0.2.0.dist-info/METADATA"), "damaged or cut off"),
        (
            lambda files: files.update({"clockwork_derby-0.2.0.dist-info/RECORD": b"\xff\xfe\x00"}),
            "damaged or cut off",
        ),
        (lambda files: files.clear(), "is not a wheel"),
    ],
    ids=range(7),
)
def test_a_wheel_that_was_changed_is_refused(
    tmp_path: Path, change: Callable[[dict[str, bytes]], object], words: str
) -> None:
    """Refuse a changed file in a wheel by its own hash, also with a valid outer one."""
    with pytest.raises(UpdateError, match=words):
        read_parcel(repacked(wheel(tmp_path), change))


def test_something_else_is_refused(tmp_path: Path) -> None:
    """Refuse another program's wheel, a text, and a missing file."""
    with pytest.raises(UpdateError, match=r"is kivy, not Clockwork Derby"):
        read_parcel(wheel(tmp_path / "other", name="kivy"))
    (tmp_path / "clockwork_derby-1-py3-none-any.whl").write_text("no zip")
    write_sums(tmp_path)
    with pytest.raises(UpdateError, match="damaged or cut off"):
        read_parcel(tmp_path)
    with pytest.raises(UpdateError, match="no such file; is the stick plugged in"):
        read_parcel(tmp_path / "away.whl")


def test_a_version_that_is_none_is_named(tmp_path: Path) -> None:
    """Refuse a version that cannot be compared."""
    with pytest.raises(UpdateError, match="found the version 'newest', expected numbers"):
        check(wheel(tmp_path / "stick", "newest"), place(tmp_path), signers=signers())


@pytest.mark.parametrize("cut", range(0, 100, 7))
def test_a_wheel_cut_anywhere_is_a_fault_and_nothing_worse(tmp_path: Path, cut: int) -> None:
    """Refuse a wheel cut anywhere, or with wrong bytes, without the outer hash."""
    made = wheel(tmp_path)
    data = made.read_bytes()
    at = len(data) * cut // 100
    for broken in (data[:at], data[:at] + b"\0" * 40 + data[at + 40 :]):
        made.write_bytes(broken)
        with pytest.raises(UpdateError):
            read_wheel(made)


def test_versions_are_compared_as_people_mean_them() -> None:
    """Compare versions by numbers; pre-releases are older than releases."""
    order = [
        "0",
        "0.1.dev1",
        "0.1a1",
        "0.1b2",
        "0.1rc1",
        "0.1",
        "0.1.post1",
        "0.1.1",
        "0.2",
        "0.10",
        "1.0",
        "2",
    ]
    assert all(version_key(older) < version_key(newer) for older, newer in pairwise(order))
    assert version_key("1.0") == version_key("1") == version_key("1.0.0+local")
    assert (
        allows("", "3.11.2")
        and allows(">=3.11", "3.11.0")
        and allows(">=3.11,<3.14", "3.13.5")
        and allows("~=3.11", "3.12.1")
        and allows("==1.0.0rc2", "1.0rc2")
    )
    assert (
        not allows("==1.0.0rc2", "1.0.0")
        and not allows("!=3.12.1", "3.12.1")
        and not allows("~=3.11.2", "3.12.1")
    )
    assert (
        not allows(">=3.11,<3.14", "3.14.0")
        and not allows(">3.11", "3.11.0")
        and not allows("<=3.11", "3.12")
    )
    assert allows("about 3", "3.11.2") and allows(">=3.11", "a new one"), "where nobody can tell"
