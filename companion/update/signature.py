"""Who made an update: its list of sums is signed, with the key of somebody whom this machine's administrator has named.

Signing and checking is done by OpenSSH's `ssh-keygen -Y`. The keys that count stand in a file that only root can write, a line each in the
form of its ALLOWED SIGNERS; `make install` puts the builder's there, `make wheel` signs.
"""
from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from companion.errors import UpdateFault

SIGNATURE: Final = "SHA256SUMS.sig"
"""By this name, beside the sums."""
SIGNERS: Final = Path("/etc/clockwork-derby/update-signers")
"""The keys whose updates are taken."""
SIGNER: Final = "clockwork-derby"
"""By what name every key stands there."""
NAMESPACE: Final = "clockwork-derby-update"
"""What a signature must be for: one that the same key made for anything else is worth nothing here."""
LONGEST: Final = 2**14
"""Bytes that a signature may have."""
PROGRAM: Final = "/usr/bin/ssh-keygen"
PATIENCE: Final = 60
"""Seconds that it may take."""


def check_signature(sums: bytes, signature: Path, signers: Path) -> None:
    """UpdateFault unless the signature in a file is one of these very bytes, by a key that is known.

    The file must not change meanwhile: whoever installs gives a copy that nobody else can write.
    """
    if not signature.is_file():
        raise UpdateFault(f"{SIGNATURE} is missing, so nobody can tell who made this update. Build it with `make wheel`, and copy all of dist to the stick.")
    try:
        known = any(line.strip() and not line.startswith("#") for line in signers.read_text("utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        known = False
    if not known:
        raise UpdateFault(f"this machine knows no key for updates: {signers} is missing or empty. Put it in place: sudo make install")
    if _keygen("verify", sums, signature, "-f", str(signers), "-I", SIGNER).returncode == 0:
        return
    # Asked only to say what is wrong: whether it fits the sums at all, whoever made it.
    seen = _keygen("check-novalidate", sums, signature)
    if seen.returncode:
        raise UpdateFault(f"{SIGNATURE} does not belong to the SHA256SUMS beside it: one of the two was changed or damaged. Copy all of dist to the stick again.")
    # The beginning of a fingerprint is what people compare, and the screen has room for it.
    key = next((f"{word[:23]}…" for word in seen.stdout.split() if word.startswith("SHA256:")), "it does not say which")
    raise UpdateFault(
        f"SHA256SUMS is signed by a key that this table does not know ({key}). Build the update with `make wheel` where your own key is, or add this key: "
        "sudo make install key=FILE.pub",
    )


def _keygen(deed: str, sums: bytes, signature: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [PROGRAM, "-Y", deed, "-n", NAMESPACE, "-s", str(signature), *more]
    try:
        done = subprocess.run(
            command, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, input=sums, capture_output=True, timeout=PATIENCE, check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise UpdateFault(f"who made the update cannot be found out ({fault}). Install what it takes: sudo apt install openssh-client") from None
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode("utf-8", "replace"), "")
