"""Everything besides board and cards that a race needs on the table, as one book: flags, clanks, plates, the rules, test cards."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.engine.rules import Rules
from companion.errors import PressFault, did_you_mean
from companion.press.clanks import LIVERIES, Livery
from companion.press.flags import flag_leaf
from companion.press.leaves import Leaf, pages, poster
from companion.press.marks import Book
from companion.press.paper import Paper
from companion.press.plates import plate_leaves
from companion.press.rules_sheet import USUAL, rules_leaf
from companion.press.standees import standee_leaf
from companion.press.test_cards import test_card_pages

TITLE: Final = "Clockwork Derby: markers"
FLAGS, CLANKS, PLATES, RULES, TEST_CARDS = "flags", "clanks", "plates", "rules", "test-cards"
PARTS: Final = (FLAGS, CLANKS, PLATES, RULES, TEST_CARDS)
"""The parts of the book, in order."""


def marker_book(paper: Paper, only: Iterable[str] = (), rules: Rules = USUAL, liveries: tuple[Livery, ...] = LIVERIES) -> Book:
    """The book on this paper, whole or `only` some parts in the book's order; PressFault names a part that there is not.

    `rules` are the settings on the rules sheet, `liveries` what the clanks of seats 1 to 8 are called and look like.
    """
    wanted = tuple(only) or PARTS
    for part in wanted:
        if part not in PARTS:
            raise PressFault(f"parts of the markers: found {part!r}, expected some of {', '.join(PARTS)}{did_you_mean(part, PARTS)}")
    leaves = tuple(leaf for part in PARTS if part in wanted for leaf in _leaves(part, liveries))
    sheet = (poster(rules_leaf(rules), paper),) if RULES in wanted else ()
    cards = test_card_pages(paper) if TEST_CARDS in wanted else ()
    return Book(TITLE, (*pages(leaves, paper), *sheet, *cards))


def _leaves(part: str, liveries: tuple[Livery, ...]) -> tuple[Leaf, ...]:
    """The leaves of a part that is cut out; on large paper two parts share a sheet."""
    if part == FLAGS:
        return (flag_leaf(),)
    if part == CLANKS:
        return (standee_leaf(liveries),)
    return plate_leaves(liveries) if part == PLATES else ()
