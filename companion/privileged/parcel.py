"""An update on a stick: our wheel, wheels that it needs, SHA256SUMS and its signature.

OpenSSH's `ssh-keygen -Y` signs and verifies. The trusted keys are in a file that only root can
write, one per line in the format of its ALLOWED SIGNERS; `make install` writes the builder's key
there, `make wheel` signs.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Final

from companion.errors import UpdateError
from companion.named_tuples import NamedTuple
from companion.privileged import OURS
from companion.privileged.wheel import AGAIN, Wheel, read_wheel
from companion.words import listed, text, verbatim

SUMS: Final = "SHA256SUMS"
"""The name of the file, in the format of sha256sum."""
LONGEST_SUMS: Final = 2**20
"""Maximum number of bytes read of it."""
SIGNATURE: Final = "SHA256SUMS.sig"
"""The name of the signature, beside the sums."""
SIGNERS: Final = Path("/etc/clockwork-derby/update-signers")
"""The file with the trusted keys."""
SIGNER: Final = "clockwork-derby"
"""The name of every key in that file."""
NAMESPACE: Final = "clockwork-derby-update"
"""The purpose of a signature; the same key's signatures for other purposes are invalid here."""
LONGEST_SIGNATURE: Final = 2**14
"""Maximum size of a signature in bytes."""
PROGRAM: Final = "/usr/bin/ssh-keygen"
PATIENCE: Final = 60
"""Seconds that it may take."""


class Parcel(NamedTuple):
    """Our wheel, and the other wheels that the sums list."""

    wheel: Wheel
    others: tuple[Path, ...]

    @property
    def files(self) -> tuple[Path, ...]:
        """All its files: the wheels, their sums, the signature."""
        return (
            self.wheel.path,
            *self.others,
            self.wheel.path.with_name(SUMS),
            self.wheel.path.with_name(SIGNATURE),
        )


def read_parcel(path: Path, signers: Path = SIGNERS) -> Parcel:
    """Read the update in a folder, or around a wheel file, and verify its signature and sums.

    First the signature, then the sums of the files, then the wheel's content. The verified bytes
    are the ones that are read; the caller passes copies, so that nobody changes the wheels
    meanwhile.

    Raises:
        UpdateError: Something is wrong with it.
    """
    try:
        main = wheel_at(path)
        sums = main.with_name(SUMS)
        if not sums.is_file():
            raise UpdateError(
                text(
                    "{sums} is missing; without it the update cannot be checked. Copy it to the"
                    " stick, too.",
                    sums=str(sums),
                )
            )
        with sums.open("rb") as file:
            content = file.read(LONGEST_SUMS)
        check_signature(content, main.with_name(SIGNATURE), signers)
        others = _verify_sums(main, _read_sums(sums, content))
        return Parcel(read_wheel(main), others)
    except OSError as fault:
        raise UpdateError(
            text(
                "{path} cannot be read ({fault}). Unplug the stick, plug it in again, or take"
                " another one.",
                path=str(path),
                fault=str(fault.strerror or fault),
            )
        ) from None


def wheel_at(path: Path) -> Path:
    """Return our wheel at a path, that of the file or of its folder.

    Raises:
        UpdateError: There is none, or there are several.
    """
    if path.is_dir():
        found = sorted(path.glob(f"{OURS}-*.whl"))
        if len(found) > 1:
            raise UpdateError(
                text(
                    "{path} holds several updates ({names}): name the one to take",
                    path=str(path),
                    names=listed([path.name for path in found], ""),
                )
            )
        if not found:
            raise UpdateError(
                text(
                    "{path} holds no update: expected a file {ours}-….whl and {sums} beside it",
                    path=str(path),
                    ours=OURS,
                    sums=SUMS,
                )
            )
        return found[0]
    if not path.is_file():
        raise UpdateError(
            text("{path}: there is no such file; is the stick plugged in?", path=str(path))
        )
    if path.suffix != ".whl":
        raise UpdateError(
            text("{file} is no update: expected a file {ours}-….whl", file=path.name, ours=OURS)
        )
    return path


def needed_wheels(folder: Path) -> tuple[str, ...]:
    """Return the names of other wheels in a folder's sums, without trusting them.

    Raises:
        UpdateError: The sums cannot be read.
    """
    with (folder / SUMS).open("rb") as file:
        return _other_wheels(_read_sums(folder / SUMS, file.read(LONGEST_SUMS)))


def _other_wheels(sums: dict[str, str]) -> tuple[str, ...]:
    """Return the other wheels; other versions of our own may be there and are ignored."""
    return tuple(
        name for name in sorted(sums) if name.endswith(".whl") and not name.startswith(f"{OURS}-")
    )


def _read_sums(path: Path, sums: bytes) -> dict[str, str]:
    """Return the sum of each file by name, from the format of sha256sum.

    Names with a slash are refused: everything is in one folder.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(sums.decode("utf-8", "replace").splitlines(), 1):
        match = re.fullmatch(r"([0-9a-fA-F]{64}) [ *]([^/]+)", line.rstrip())
        if match is None and line.strip():
            raise UpdateError(
                text(
                    "{place}: found {found}, expected a sum and a file's name. {again}",
                    place=f"{path}:{number}",
                    found=repr(line[:40]),
                    again=AGAIN,
                )
            )
        if match is not None:
            found[match[2]] = match[1].lower()
    return found


def _verify_sums(main: Path, sums: dict[str, str]) -> tuple[Path, ...]:
    """Verify the sums of our wheel and of those it may need."""
    # Sums without our wheel belong to another update, left on the stick.
    if main.name not in sums:
        raise UpdateError(
            text(
                "{file} is not listed in {sums}: the two do not belong together. {again}",
                file=main.name,
                sums=SUMS,
                again=AGAIN,
            )
        )
    others = tuple(main.with_name(name) for name in _other_wheels(sums))
    for path in (main, *others):
        if not path.is_file():
            raise UpdateError(
                text(
                    "{file} is listed in {sums} and is missing: the update is incomplete. {again}",
                    file=path.name,
                    sums=SUMS,
                    again=AGAIN,
                )
            )
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != sums[path.name]:
            raise UpdateError(
                text(
                    "{file} has another sum than {sums} says: it is damaged or cut off. {again}",
                    file=path.name,
                    sums=SUMS,
                    again=AGAIN,
                )
            )
    return others


# ---- The signer ----------------------------------------------------------------------------------


def check_signature(sums: bytes, signature: Path, signers: Path) -> None:
    """Raise UpdateError unless the file has a signature of these bytes by a trusted key.

    The file must not change meanwhile: the caller passes a copy that nobody else can write.
    """
    if not signature.is_file():
        raise UpdateError(
            text(
                "{signature} is missing, so the maker of this update is unknown. Build it with"
                " `make wheel`, and copy all of dist to the stick.",
                signature=SIGNATURE,
            )
        )
    try:
        known = any(
            line.strip() and not line.startswith("#")
            for line in signers.read_text("utf-8").splitlines()
        )
    except (OSError, UnicodeDecodeError):
        known = False
    if not known:
        raise UpdateError(
            text(
                "this computer has no key for updates: {signers} is missing or empty. Put it in"
                " place: sudo make install",
                signers=str(signers),
            )
        )
    if _keygen("verify", sums, signature, "-f", str(signers), "-I", SIGNER).returncode == 0:
        return
    # Only for the words: whether it matches the sums with any key.
    seen = _keygen("check-novalidate", sums, signature)
    if seen.returncode:
        raise UpdateError(
            text(
                "{signature} does not belong to the {sums} beside it: one of the two was changed"
                " or damaged. Copy all of dist to the stick again.",
                signature=SIGNATURE,
                sums=SUMS,
            )
        )
    # People compare the beginning of a fingerprint, which fits on the screen.
    key = next(
        (verbatim(f"{word[:23]}…") for word in seen.stdout.split() if word.startswith("SHA256:")),
        text("it does not say which"),
    )
    raise UpdateError(
        text(
            "{sums} is signed by a key that this table does not know ({key}). Build the update"
            " with `make wheel` where your own key is, or add this key: "
            "sudo make install key=FILE.pub",
            sums=SUMS,
            key=key,
        )
    )


def _keygen(
    deed: str, sums: bytes, signature: Path, *more: str
) -> subprocess.CompletedProcess[str]:
    command = [PROGRAM, "-Y", deed, "-n", NAMESPACE, "-s", str(signature), *more]
    try:
        done = subprocess.run(
            command,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            input=sums,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise UpdateError(
            text(
                "the maker of the update cannot be checked ({fault}). Install the tool for it: "
                "sudo apt install openssh-client",
                fault=str(fault),
            )
        ) from None
    return subprocess.CompletedProcess(
        command, done.returncode, done.stdout.decode("utf-8", "replace"), ""
    )
