"""What a scenario works on, and what it hands in: guests that it may switch on and off, a folder for its pictures, its findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.system.image import Image
from tests.system.machine import Machine, fresh_disk, machine
from tests.system.words import say


class Figure(NamedTuple):
    """Something that was measured: what, how much, in which unit, and a remark, "" for none."""

    words: str
    value: float | str
    unit: str = ""
    remark: str = ""


class Findings:
    """What a scenario has found; each of its checks that failed is a sentence in `failures`, and the others still run."""

    def __init__(self) -> None:
        """Nothing is found yet."""
        self.figures: list[Figure] = []
        self.sentences: list[str] = []
        self.failures: list[str] = []
        self.pictures: list[Path] = []

    def figure(self, words: str, value: float | str, unit: str = "", remark: str = "") -> None:
        """Hand in a figure that was measured."""
        self.figures.append(Figure(words, value, unit, remark))
        say(f"  {words}: {value if isinstance(value, str) else round(value, 1)} {unit}".rstrip())

    def tell(self, sentence: str) -> None:
        """Hand in a sentence: what was done, seen, or could not be had."""
        self.sentences.append(sentence)
        say(f"  {sentence}")

    def fail(self, sentence: str) -> None:
        """Hand in something that is not as it must be."""
        self.failures.append(sentence)
        say(f"  FAILED: {sentence}")

    def check(self, is_well: bool, sentence: str) -> bool:
        """Fail with a sentence, which says what was found and what was expected, unless all is well; whether it is."""
        if not is_well:
            self.fail(sentence)
        return is_well

    def keep(self, picture: Path) -> None:
        """Keep a picture beside the report, under its own name."""
        self.pictures.append(picture)


class Bench:
    """Where one scenario is played; `folder` is its own, `scratch` that of all, `repository` the checkout that the guest was installed from.

    `findings` is what it hands in: so what was found before a fault is in the report too.
    """

    def __init__(self, image: Image, repository: Path, scratch: Path, name: str) -> None:
        """An empty bench."""
        self.image, self.repository, self.scratch, self.folder = (
            image,
            repository,
            scratch,
            scratch / "scenarios" / name,
        )
        self.findings = Findings()
        self.folder.mkdir(parents=True, exist_ok=True)

    def fresh_disk(self) -> Path:
        """A disk on which nothing was written yet. There is one at a time: the one before is gone."""
        return fresh_disk(self.image, self.folder)

    @contextmanager
    def machine(
        self, disk: Path | None = None, more: Sequence[str] = (), words: str = ""
    ) -> Iterator[Machine]:
        """A guest that is switched on, and cut off at the end; on a fresh disk unless one is given. `more` and `words` as for `machine`."""
        with machine(
            self.image, self.fresh_disk() if disk is None else disk, self.folder, more, words
        ) as guest:
            yield guest

    def picture(self, guest: Machine, name: str) -> Path:
        """What the display shows, as a PNG in the folder."""
        path = self.folder / f"{name}.png"
        guest.picture(path)
        return path
