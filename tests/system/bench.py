"""The means and results of a scenario: guests, a folder for pictures, findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.system.image import Image
from tests.system.machine import Machine, fresh_disk, machine
from tests.system.words import say


class Figure(NamedTuple):
    """Something that was measured."""

    words: str
    value: float | str
    unit: str = ""
    remark: str = ""
    """A remark, "" for none."""


class Findings:
    """The findings of a scenario.

    Each failed check is a sentence in `failures`, and the others still run.
    """

    def __init__(self) -> None:
        """Begin with nothing found."""
        self.figures: list[Figure] = []
        self.sentences: list[str] = []
        self.failures: list[str] = []
        self.pictures: list[Path] = []

    def figure(self, words: str, value: float | str, unit: str = "", remark: str = "") -> None:
        """Add a figure that was measured."""
        self.figures.append(Figure(words, value, unit, remark))
        say(f"  {words}: {value if isinstance(value, str) else round(value, 1)} {unit}".rstrip())

    def tell(self, sentence: str) -> None:
        """Add a sentence: what was done, seen, or not available."""
        self.sentences.append(sentence)
        say(f"  {sentence}")

    def fail(self, sentence: str) -> None:
        """Add something that is not as it must be."""
        self.failures.append(sentence)
        say(f"  FAILED: {sentence}")

    def check(self, is_well: bool, sentence: str) -> bool:
        """Add a failure unless `is_well`; return `is_well`.

        The sentence says what was found and what was expected.
        """
        if not is_well:
            self.fail(sentence)
        return is_well

    def keep(self, picture: Path) -> None:
        """Keep a picture beside the report, under its own name."""
        self.pictures.append(picture)


class Bench:
    """The place where one scenario is played.

    `folder` is its own, `scratch` that of all, `repository` the checkout from which the guest was
    installed. `findings` are kept here, so that the report has what was found before a fault.
    """

    def __init__(self, image: Image, repository: Path, scratch: Path, name: str) -> None:
        """Begin without guests."""
        self.image, self.repository, self.scratch, self.folder = (
            image,
            repository,
            scratch,
            scratch / "scenarios" / name,
        )
        self.findings = Findings()
        self.folder.mkdir(parents=True, exist_ok=True)

    def fresh_disk(self) -> Path:
        """Return a disk on which nothing was written yet; it replaces the one before."""
        return fresh_disk(self.image, self.folder)

    @contextmanager
    def machine(
        self, disk: Path | None = None, more: Sequence[str] = (), words: str = ""
    ) -> Iterator[Machine]:
        """Return a guest that is switched on, and cut off at the end of the block.

        It has a fresh disk unless one is given. `more` and `words` are as for `machine`.
        """
        with machine(
            self.image, self.fresh_disk() if disk is None else disk, self.folder, more, words
        ) as guest:
            yield guest

    def picture(self, guest: Machine, name: str) -> Path:
        """Write what the display shows as a PNG in the folder."""
        path = self.folder / f"{name}.png"
        guest.picture(path)
        return path
