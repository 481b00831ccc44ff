"""The story of a round: seen before hands move, confirmed by one message, undone as usual."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import EventLoop, catalogue, open_session
from companion.app.recording import GameRecorder, recall
from companion.engine.causes import EDGE, LASER
from companion.engine.events import Destroyed, FlagTouched, Won
from companion.games.race.wording import drama_of
from companion.games.scene import (
    DESTROYED,
    DRAMAS,
    FALL,
    GOAL,
    WIN,
    Instruction,
    MovePicture,
    Scene,
    scene_after,
)
from companion.geometry import N
from companion.journal.store import open_journal
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    CarriedOut,
    Confirm,
    ConfirmRound,
    GoBack,
    OpenPage,
    SetFlow,
)
from companion.session.pages.story import WATCHED, StoryPage, headline_of
from companion.session.past.replaying import mark_of
from companion.session.past.spelling import message_line, read_message
from companion.session.past.undo_points import table_at
from companion.session.pictures import instruction_marks
from companion.session.session import Match
from companion.session.view import OVER, PLAY, STORY, PlayPage
from companion.words import text, verbatim
from tests.session.evenings import done

FLOWS = ("single", "steps", "mixed", "list")


def match(loop: EventLoop) -> Match:
    """Return the current race."""
    assert loop.session.match is not None
    return loop.session.match


def story(loop: EventLoop) -> StoryPage:
    """Return the page of the story."""
    assert isinstance(loop.view.body, StoryPage)
    return loop.view.body


def race(flow: str = "list", board: str = "packing-hall", seed: int = 4, **how: Any) -> EventLoop:
    """Return a race of eight pilots at its first instructions."""
    boards, players = catalogue([board]), ("random",) * 8
    loop = open_session(seed=seed, boards=boards, players=players, flow=flow, **how)
    loop.send(Begin())
    done(loop)
    assert loop.session.page == PLAY
    return loop


@pytest.mark.parametrize("flow", FLOWS)
def test_one_message_confirms_a_round_as_all_touches_do(flow: str) -> None:
    """Reach the same race, with an undo point for each instruction, as by Done for each page."""
    one, other = race(flow), race(flow)
    script = match(one).shown.script
    one.send(WATCHED)
    assert one.view.page == STORY and isinstance(one.view.on_forward, ConfirmRound)
    one.send(one.view.on_forward)
    while match(other).shown.script is script or match(other).shown.script == script:
        done(other)
    assert mark_of(one.session) == mark_of(other.session) and not one.session.overlays
    assert one.session.timeline.number == other.session.timeline.number
    one.send(ApplyCorrection(GoBack(INSTRUCTION)))
    while one.session.timeline.table_sync is not None:
        done(one)
    assert match(one).shown.script == script and match(one).shown.at == len(script) - 1


def test_a_round_is_confirmed_once_and_only_where_it_is_seen() -> None:
    """Ignore a second touch, and one below another page."""
    loop = race()
    loop.send(WATCHED)
    message = loop.view.on_forward
    assert message is not None
    loop.send(message)
    later = loop.session
    loop.send(message)
    assert loop.session == later
    loop.send(OpenPage("menu"))
    covered = loop.session
    loop.send(ConfirmRound(covered.revision))
    assert loop.session == covered and covered.overlays


def test_the_story_is_offered_before_anything_is_done() -> None:
    """Offer it at the beginning of a round, not later, not while the screen plays anyway."""
    loop = race()
    assert isinstance(loop.view.body, PlayPage) and loop.view.body.watch == WATCHED
    loop.send(CarriedOut(loop.session.revision, 1))
    assert isinstance(loop.view.body, PlayPage) and loop.view.body.watch is None
    loop.send(WATCHED)
    assert loop.view.page == PLAY and not loop.session.overlays
    loop = race()
    loop.send(SetFlow("watch"))
    assert isinstance(loop.view.body, PlayPage) and loop.view.body.watch is None


def test_the_story_closes_when_the_round_goes_on() -> None:
    """Keep nothing over the playback that would hide what is confirmed."""
    loop = race()
    loop.send(WATCHED)
    loop.send(Confirm(loop.session.revision))
    assert loop.view.page == STORY and match(loop).shown.at == 0
    loop.send(SetFlow("watch"))
    assert loop.view.page == PLAY and not loop.session.overlays


def test_hands_that_make_the_listed_moves_arrive_at_the_end_of_the_round() -> None:
    """Tell every moment once, and list moves that lead to the table after the round."""
    loop, fewer, rounds = race(seed=7), 0, 0
    while loop.session.page != OVER and match(loop).shown.turn < 6:
        if loop.session.page != PLAY or match(loop).shown.at != 0:
            done(loop)
            continue
        shown = match(loop)
        loop.send(WATCHED)
        if loop.view.page != STORY:
            done(loop)
            continue
        beats, moves = story(loop).beats, story(loop).moves
        lines = [str(line.words) for beat in beats for line in beat.lines]
        assert lines == [str(one.text) for one in shown.shown.script]
        start = table_at(loop.session, shown, 0)
        end = table_at(loop.session, shown, len(shown.shown.script))
        assert moves.board is not None
        way = Instruction(None, text(""), "", "", moves=moves.board.moves)
        reached: Scene = scene_after(start, [way], end)
        # The heading in the parking row has no meaning.
        assert [(piece.square, piece.square and piece.heading) for piece in reached.pieces] == [
            (piece.square, piece.square and piece.heading) for piece in end.pieces
        ]
        fewer += len(moves.lines) < sum(one.for_hands for one in shown.shown.script)
        rounds += 1
        loop.send(ConfirmRound(loop.session.revision))
    assert rounds > 15 and fewer > 5


def test_dramas_are_told_by_the_game() -> None:
    """Mark falls and flags, each at its square, in a moment of its own."""
    loop, found = race(board="gorge-crossing", seed=3), dict[str, int]()
    while loop.session.page != OVER and match(loop).shown.turn < 8:
        if loop.session.page == PLAY and match(loop).shown.at == 0:
            for one in match(loop).shown.script:
                kinds = {type(event).__name__ for event in one.events}
                dramatic = bool(kinds & {"Destroyed", "FlagTouched", "Won"})
                assert bool(one.drama) == dramatic and bool(headline_of(one)) == dramatic
                if one.drama:
                    squares = {getattr(event, "square", None) for event in one.events}
                    assert one.drama in DRAMAS and (one.drama == WIN or one.focus in squares)
                    found[one.drama] = found.get(one.drama, 0) + 1
            loop.send(WATCHED)
            if loop.view.page == STORY:
                for beat in story(loop).beats:
                    assert not beat.drama or (len(beat.lines) == 1 and beat.headline)
                loop.send(ConfirmRound(loop.session.revision))
        done(loop)
    assert found[FALL] > 3


def test_the_greatest_drama_counts() -> None:
    """Show the win before a loss, a loss before a flag, and nothing of a piece without a name."""
    flag, loss = FlagTouched(1, 2, "B2", ""), Destroyed(2, "C3", LASER, 1, "")
    names, poses = {1: "BRASS", 2: "COPPER"}, {1: ("A1", N)}
    assert drama_of([flag], names, poses) == (GOAL, "B2")
    assert drama_of([flag, loss], names, poses) == (DESTROYED, "C3")
    assert drama_of([loss._replace(cause=EDGE)], names, poses) == (FALL, "C3")
    assert drama_of([loss, flag, Won(1, "")], names, poses) == (WIN, "B2")
    assert drama_of([Won(1, "")], names, poses) == (WIN, "A1")
    assert drama_of([flag, loss, Won(1, "")], {}, poses) == ("", None)


def test_a_game_may_say_no_more_than_the_word() -> None:
    """Find the headline and the square of a drama from moves, marks and words."""
    loop = race()
    move = MovePicture(1, "A1", None, ("A1", "A2"), N, N)
    lost = Instruction(1, text("it falls"), "", "", (move,), drama=FALL)
    marks = instruction_marks(loop.session, match(loop), [lost])
    assert (marks["drama"], marks["focus"]) == (FALL, "A2")
    assert headline_of(lost) == (lost.text,)
    reached = Instruction(1, text("there"), "", "", marks=("C3", "D4"), drama=GOAL)
    assert instruction_marks(loop.session, match(loop), [reached])["focus"] == "C3"
    assert headline_of(reached._replace(short=verbatim("C3"))) == (verbatim("C3"),)
    assert "focus" not in instruction_marks(loop.session, match(loop), [lost._replace(drama="")])


def test_a_confirmed_round_is_kept(tmp_path: Path) -> None:
    """Find the race where it was, from one line of the journal."""
    assert message_line(ConfirmRound(7)) == '{"ConfirmRound":{"step":7}}'
    assert read_message('{"ConfirmRound":{"step":7}}') == ConfirmRound(7)
    with closing(open_journal(tmp_path / "games.db", 1_795_257_000.0)) as journal:
        loop = race(record=GameRecorder(journal, 4), patient=True)
        loop.send(WATCHED)
        loop.send(ConfirmRound(loop.session.revision))
        there = mark_of(loop.session)
        loop.close()
        kept = journal.unfinished()
        assert kept is not None
        found = recall(journal, kept, catalogue(["packing-hall"]), every=True)
        assert found.drift is None and mark_of(found.session) == there
        assert not found.session.overlays and found.session.page == PLAY
