"""Sheets of paper that printers take, in millimetres, standing upright."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.errors import PressFault, did_you_mean


class Paper(NamedTuple):
    """A size of paper; `margin` is what a usual printer leaves blank on each side."""

    name: str
    width: float
    height: float
    margin: float = 6.0


PAPERS: Final[dict[str, Paper]] = {
    paper.name: paper for paper in (
        Paper("a3", 297.0, 420.0), Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4), Paper("tabloid", 279.4, 431.8),
    )
}


def paper_named(word: str) -> Paper:
    """The paper of a name in any case; PressFault names those there are."""
    found = PAPERS.get(word.lower())
    if found is None:
        raise PressFault(f"paper: found {word!r}, expected one of {', '.join(PAPERS)}{did_you_mean(word, PAPERS)}")
    return found
