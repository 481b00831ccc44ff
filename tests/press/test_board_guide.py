"""The page that explains a board: its elements, and when they act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.content import board_names, load_board
from companion.engine.board import Board, board_of
from companion.engine.element import kinds
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.pusher import Pusher
from companion.engine.keys import EVERY_REGISTER
from companion.gallery.elements import exhibition
from companion.geometry import square_name
from companion.press.board import board_document
from companion.press.board_guide import guide_pages, legend, legend_words, register_timing, samples
from companion.press.marks import Document
from companion.press.paper import paper_named
from companion.press.pdf import pdf
from tests.press.prints import words
from tests.recorded import recorded


def said(board: Board) -> list[str]:
    """Return the lines of a board's guide on A3."""
    pages = guide_pages(board, paper_named("a3"), (), None)
    printed = pdf(Document("Guide", pages))
    return [
        line.strip() for page in range(len(pages)) for line in words(printed, page).splitlines()
    ]


@pytest.mark.parametrize("name", board_names())
def test_the_legend_names_exactly_what_stands_on_the_board(name: str) -> None:
    """Explain each kind on the board with its rule and helpful words, and no other kind."""
    board = load_board(name)
    lines = said(board)
    heads = {word for word in kinds() if f"{kinds()[word].noun} rule {kinds()[word].rule}" in lines}
    assert heads == {element.word for element in board.elements} == set(legend_words(board))
    text = " ".join(lines)
    for word in heads:
        assert str(kinds()[word].about) in text


def test_a_long_legend_is_set_smaller_and_goes_on_over_leaf() -> None:
    """Fit thirty kinds on two sides in smaller print, each once, with the foot free."""
    found = {
        element.word: element
        for board in exhibition()
        for element in board.elements
        if element.word not in ("platform", "light_barrier")
    }
    chosen = sorted(found)[:30]
    board = board_of(
        12,
        16,
        tuple(
            replace(found[word], square=square_name(number % 6 * 2, number // 6 * 3))
            for number, word in enumerate(chosen)
        ),
        name="Thirty",
    )
    for paper in ("a3", "a4", "letter"):
        pages = guide_pages(board, paper_named(paper), (), None)
        assert len(pages) == 2, paper
        text = " ".join(
            " ".join(
                words(pdf(Document("Guide", pages)), page) for page in range(len(pages))
            ).split()
        )
        assert all(text.count(str(kinds()[word].about)) == 1 for word in chosen)


def test_each_way_of_a_kind_is_shown_once() -> None:
    """Show slow and fast belts, one and two beams, odd and even registers once each.

    Headings and seats make no difference.
    """
    board = board_of(
        4,
        4,
        (
            Belt("A1", 0),
            Belt("A2", 1),
            Belt("B2", 1, "fast"),
            Laser("C3", 1),
            Laser("C4", 1, 2),
            Pusher("D1", 1, (1, 3, 5)),
        ),
    )
    assert [words for words, _ in samples(board, board.elements)] == [
        "slow",
        "odd",
        "fast",
        "beams 1",
        "beams 2",
    ]
    assert len(legend(board, 100)) == 3


def test_timing_is_the_engines_own_order() -> None:
    """List beats in the engine's order, with the registers in which they happen."""
    timing = register_timing(load_board("packing-hall"))
    assert [entry.beat.name for entry in timing] == [
        "cards",
        "fast belts",
        "all belts",
        "pushers",
        "rotators",
        "crushers",
        "clank lasers",
        "flags",
        "repair",
        recorded("repair-at-the-end-of-the"),
    ]
    registers = {entry.beat.name: entry.registers for entry in timing}
    assert (
        registers["crushers"] == (2, 3, 4, 5)
        and registers["repair at the end of the turn"] == (5,)
        and registers["cards"] == EVERY_REGISTER
    )
    parts = {entry.beat.name: entry.parts for entry in timing}
    assert parts["crushers"] == (((2, 4), ("F11",)), ((3, 5), ("G11",))) and not parts["rotators"]


def test_the_guide_says_when_pushers_push() -> None:
    """Name registers and squares of pushers below their beat, and no beat without elements."""
    text = " ".join(said(load_board("going-train")))
    assert (
        "1 3 5: " in text
        and "2 4: " in text
        and "crushers" not in text
        and "board lasers" not in text
    )
    assert "highest number first" in text


def test_a_guide_goes_on_over_pages() -> None:
    """Continue on more pages of short paper, which name the board."""
    board = load_board("packing-hall")
    paper = paper_named("a4")._replace(height=150.0)
    data = pdf(board_document(board, paper))
    with_guide = [
        text
        for number in range(len(board_document(board, paper).pages))
        if "Print at 100 %" in (text := words(data, number))
    ]
    assert len(with_guide) >= 2 and "(continued)" in with_guide[1]
    assert all(
        any(str(kinds()[word].noun) in text for text in with_guide) for word in legend_words(board)
    )
