"""Keep what scenarios have found in the scratch folder, so that a new run skips them.

Only passed scenarios are kept. They count while the guest's disk, the scenario's own file and the
modules that all scenarios share are the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from tests.system.bench import Figure, Findings
from tests.system.image import Image
from tests.system.report import Played


def keep(played: Played, module: ModuleType, image: Image, scratch: Path) -> None:
    """Keep what a scenario has found in place of its earlier findings.

    Keep nothing of a failed one.
    """
    path, found = _place(module, image, scratch), played.findings
    path.parent.mkdir(exist_ok=True)
    for old in path.parent.glob(f"{module.NAME}-*.json"):
        old.unlink()
    if not found.failures:
        pictures = [str(picture) for picture in found.pictures]
        facts = {
            "seconds": played.seconds,
            "at": played.at,
            "figures": found.figures,
            "sentences": found.sentences,
            "pictures": pictures,
        }
        path.write_text(json.dumps(facts), "utf-8")


def kept(module: ModuleType, image: Image, scratch: Path) -> Played | None:
    """Return what a scenario has found in an earlier run of the same files, or None."""
    path = _place(module, image, scratch)
    if not path.exists():
        return None
    facts = json.loads(path.read_text("utf-8"))
    findings = Findings()
    findings.figures = [Figure(*figure) for figure in facts["figures"]]
    findings.sentences = facts["sentences"]
    findings.pictures = [Path(picture) for picture in facts["pictures"]]
    if not all(picture.exists() for picture in findings.pictures):
        return None
    return Played(module.NAME, module.TITLE, findings, facts["seconds"], facts["at"])


def _place(module: ModuleType, image: Image, scratch: Path) -> Path:
    """Return the file for a scenario, whose name says what the scenario was played with."""
    total = hashlib.sha256(image.disk.parent.name.encode())
    for path in _read_by(module):
        total.update(f"{path.name}\n".encode() + path.read_bytes())
    return scratch / "passed" / f"{module.NAME}-{total.hexdigest()[:16]}.json"


def _read_by(module: ModuleType) -> Iterator[Path]:
    """Yield the scenario's own file, and the modules that all scenarios share."""
    assert module.__file__ is not None
    yield Path(module.__file__)
    yield from sorted(Path(__file__).parent.glob("*.py"))
