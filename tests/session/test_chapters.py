"""A long race keeps the moments of its last turns; earlier ones are replayed."""

from __future__ import annotations

import gc

from companion.app.loop import open_session, play_to_the_end
from companion.session.messages import ApplyCorrection, Begin, GoTo, SetRule
from companion.session.past.chapters import CHAPTERS, TURNS
from companion.session.past.history import shown_turn
from companion.session.past.undo_points import undo_points
from companion.session.session import Chapter, UndoPoint

LONG = 30
"""The turns of a race that are played."""


def test_a_long_race_keeps_the_moments_of_its_last_turns_only() -> None:
    """Keep ten turns, and of earlier ones only the moments at which chapters begin."""
    loop = open_session(seed=7, players=("random",) * 3)
    loop.send(SetRule("lives", "inf"))
    loop.send(Begin())
    play_to_the_end(loop, LONG)
    session, setup = loop.session, loop.session.lobby.setup
    kept, link = list[UndoPoint](), session.timeline.past
    while isinstance(link, UndoPoint):
        kept.append(link)
        link = link.past
    assert isinstance(link, Chapter)
    first = shown_turn(kept[-1])
    assert LONG - TURNS * (CHAPTERS + 1) <= first <= LONG - TURNS * CHAPTERS
    del loop
    gc.collect()
    alive = [one for one in gc.get_objects() if isinstance(one, UndoPoint) and one.setup is setup]
    assert {id(one) for one in kept} >= {id(one) for one in alive}
    del alive

    everything = list(undo_points(session))
    assert [one.number for one in everything] == [*range(session.timeline.number, -1, -1)]


def test_a_race_goes_back_into_an_old_turn_and_is_cut_into_chapters_again() -> None:
    """Undo into an old turn and cut chapters again, without the undone turns."""
    loop = open_session(seed=7, players=("random",) * 3)
    loop.send(SetRule("lives", "inf"))
    loop.send(Begin())
    play_to_the_end(loop, LONG)
    number = next(one.number for one in undo_points(loop.session) if shown_turn(one) == 3)
    loop.send(ApplyCorrection(GoTo(number)))
    assert loop.session.timeline.number == number
    play_to_the_end(loop, LONG)
    turns = [shown_turn(one) for one in undo_points(loop.session)]
    assert turns == sorted(turns, reverse=True)
    assert {*turns} == {*range(1, LONG + 1)}
