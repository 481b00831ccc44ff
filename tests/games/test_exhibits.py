"""Everything on boards is explained, and shown in a scenario that plays as it says."""

from __future__ import annotations

import pytest

from companion.content import example_text, load_board
from companion.engine.element import kinds
from companion.games import find_game
from companion.games.boards import Exhibits
from companion.games.clockwork.scenario import differences, parse_scenario, play_scenario
from tests.typed import present

CLOCKWORK = present(find_game("clockwork"))
EXHIBITS = present(Exhibits.of(CLOCKWORK))


def test_every_kind_is_in_the_list() -> None:
    """List every kind once, with words."""
    exhibits = EXHIBITS.all()
    assert sorted(one.key for one in exhibits) == sorted(kinds())
    assert all(one.known.title and one.known.words and one.known.rule for one in exhibits)


@pytest.mark.parametrize("word", sorted(kinds()))
def test_every_kind_is_shown_at_work(word: str) -> None:
    """Show every kind on the board of its example, played as expected, with instructions."""
    content = example_text(word)
    assert content is not None
    scenario = parse_scenario(content, word, load_board)
    assert word in {element.word for element in scenario.start.race.board.elements}
    assert differences(scenario, play_scenario(scenario).state) == ()
    start, passages = present(EXHIBITS.example(word))
    names = {piece.seat: f"P{piece.seat}" for piece in CLOCKWORK.scene(start).pieces}
    steps = [step for passage in passages for step in passage.steps]
    positions = [start, *(step.position for step in steps)]
    assert any(
        CLOCKWORK.tell(position, step, names)
        for position, step in zip(positions, steps, strict=False)
    )


def test_a_word_without_an_element_has_no_example() -> None:
    """Have no example for a word without an element."""
    assert EXHIBITS.example("spoon") is None and EXHIBITS.example("../boards/x") is None
