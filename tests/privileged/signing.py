"""Real keys and signatures: a builder's that the table knows, and those of others."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from companion.privileged.parcel import NAMESPACE, SIGNER, SUMS

HOME: Final = tempfile.TemporaryDirectory(prefix="derby-keys-")
"""Their folder while tests run."""


def key(name: str = "builder") -> Path:
    """Return a private key, the builder's by default; the public one is beside it, as NAME.pub."""
    return _made(name)


@cache
def _made(name: str) -> Path:
    made = Path(HOME.name) / name
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(made)],
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=60,
    )
    return made


@cache
def signers(*names: str) -> Path:
    """Return a file with the keys of these people, the builder's by default."""
    made = Path(HOME.name) / f"signers-{'-'.join(names)}"
    Path(HOME.name).chmod(0o755)
    made.write_text(
        "".join(
            f'{SIGNER} namespaces="{NAMESPACE}" {key(name).with_suffix(".pub").read_text("utf-8")}'
            for name in names or ("builder",)
        ),
        "utf-8",
    )
    return made


def sign(folder: Path, name: str = "builder", namespace: str = NAMESPACE) -> None:
    """Sign the hashes in a folder again."""
    (folder / f"{SUMS}.sig").unlink(missing_ok=True)
    command = [
        "ssh-keygen",
        "-q",
        "-Y",
        "sign",
        "-f",
        str(key(name)),
        "-n",
        namespace,
        str(folder / SUMS),
    ]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=60)
