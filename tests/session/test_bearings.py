"""The facts of a seat's piece on the page of its cards: square, heading, goal, way, state."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop
from companion.engine.board import board_of
from companion.gallery.cardbot import begin
from companion.gallery.diesel import DIESEL_SCENES
from companion.gallery.elements import EXTENDED_SCENES
from companion.gallery.factory import FACTORY_SCENES
from companion.gallery.race import Wanted, until
from companion.session.pages.program import DIRECTIONS, direction
from companion.session.view import Bearing
from tests.recorded import recorded
from tests.typed import present
from tests.ui.readers import racing

OPEN, RING = board_of(12, 12, ()), board_of(7, 7, (), parking=False, joined=True)


def bearings(loop: EventLoop) -> dict[int, Bearing]:
    """Return them by seat."""
    return {reader.seat: reader.bearing for reader in loop.view.body.readers}


@pytest.mark.parametrize(
    ("start", "end", "said"),
    (
        ("E5", "E9", "north"),
        ("E5", "G7", "north-east"),
        ("E5", "L6", "east"),
        ("E5", "H1", "south-east"),
        ("E5", "F1", "south"),
        ("E5", "A1", "south-west"),
        ("E5", "A5", "west"),
        ("E5", "C8", "north-west"),
    ),
)
def test_each_of_eight_directions_is_called_by_its_name(start: str, end: str, said: str) -> None:
    """Name eight directions; what is mostly in one of four is called by that alone."""
    assert str(DIRECTIONS[direction(OPEN, start, end)]) == said


def test_over_a_joined_side_the_nearer_way_round_counts() -> None:
    """Take the nearer way around over joined sides, and none over borders."""
    assert (
        str(DIRECTIONS[direction(RING, "A4", "G4")]) == "west"
        and str(DIRECTIONS[direction(OPEN, "A4", "G4")]) == "east"
    )
    assert str(DIRECTIONS[direction(RING, "G4", "B4")]) == "east"


def test_everybody_who_chooses_has_one_and_nobody_else() -> None:
    """Show them for all persons who choose, since they are public."""
    loop = racing()
    found = bearings(loop)
    assert found[3] == Bearing()
    for seat in (1, 2):
        facing, ahead, condition = map(str, found[seat].lines)
        assert facing == recorded(f"seat-{seat}-faces-north")
        assert ahead == recorded(f"seat-{seat}-to-flag-1-on-G13")
        assert condition == recorded("0-of-4-flags-damage-0") and found[seat].goal == "G13"


def test_a_robot_tells_its_target_and_whose_it_is() -> None:
    """Name a robot's target and player; two players have two robots each."""
    found = bearings(until(begin(players=("person", "person")), Wanted("program")))
    assert len(found) == 4
    second = [one for one in found.values() if one.whose is not None]
    assert {one.whose.name for one in second if one.whose is not None} == {
        "BRASS",
        "COPPER",
    } and len(second) == 2
    for piece, one in found.items():
        assert str(one.ahead) == recorded(f"piece-{piece}-to-target-1-on-B7") and str(
            one.condition
        ) == recorded("0-of-3-targets")
    assert str(second[0].lines[0]) == recorded("Belongs-to", name=second[0].whose.name)  # type: ignore[union-attr]


def test_a_game_without_pieces_tells_what_counts_in_it() -> None:
    """Show only what counts in a game without pieces: tokens, strength and combatants."""
    found = bearings(DIESEL_SCENES["diesel-hand"]())
    assert [str(line) for line in found[1].lines] == recorded(
        "0-tokens-strength-0-0-combatants"
    ) and found[1].goal is None


def test_games_on_a_board_name_the_square_that_each_piece_makes_for() -> None:
    """Name the goal's square by the game, on its board."""
    for loop in (until(begin(), Wanted("program")), FACTORY_SCENES["factory-program"](), racing()):
        match = loop.session.match
        assert match is not None
        rows = loop.session.config.game.standings(match.position)
        assert all(row.goal in present(loop.view.board).board.squares for row in rows)


def test_a_flag_without_a_way_is_named_all_the_same() -> None:
    """Name a flag without a way, and that there is none."""
    found = bearings(EXTENDED_SCENES["asked-which-card"]())
    assert found[1].goal == "H5"
    assert str(found[1].ahead) == recorded("no-way-now-to-flag-1")
