"""The flow of a round: several instructions on a page, confirmed by touch, handle or time.

None is skipped or done twice.
"""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.loop import EventLoop, catalogue, open_session
from companion.app.recording import GameRecorder, recall
from companion.app.startup import kept_session
from companion.engine.changes import PutOn
from companion.games.programmed.deck import CODES
from companion.geometry import E
from companion.journal.store import open_journal
from companion.session.flow import FLOWS, LONGEST, MOST, at_once, batch_of, batches
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    CarriedOut,
    Confirm,
    GoBack,
    GoForward,
    OpenPage,
    Pause,
    Repeat,
    SetAutoAdvance,
    SetFlow,
    Tick,
)
from companion.session.past.replaying import mark_of
from companion.session.session import Match
from companion.session.view import OVER, PLACE, PLAY, PROGRAM, SUMMARY, PlayPage
from companion.signals import PULL
from tests.recorded import recorded
from tests.session.evenings import begun, done, opening, ready, shipped
from tests.session.hands import Hands, places, plain_moves
from tests.session.real import Room
from tests.typed import present

EIGHT = ("random",) * 8
EVERY_FLOW = pytest.mark.parametrize("flow", FLOWS)
NOW = 1_795_257_000.0


def match(loop: EventLoop) -> Match:
    """Return the current race."""
    assert loop.session.match is not None
    return loop.session.match


def page(loop: EventLoop) -> PlayPage:
    """Return the page."""
    assert isinstance(loop.view.body, PlayPage)
    return loop.view.body


def race(flow: str, board: str = "packing-hall", seed: int = 4, **how: object) -> EventLoop:
    """Return a race of eight pilots at its first instructions."""
    loop = open_session(seed=seed, boards=catalogue([board]), players=EIGHT, flow=flow, **how)  # type: ignore[arg-type]
    loop.send(Begin())
    if loop.session.page == PLACE:
        done(loop)
    assert loop.session.page == PLAY
    return loop


def people(flow: str, seed: int = 1) -> EventLoop:
    """Return two people at the first instructions of a race on a shipped board."""
    loop = begun(board=shipped(), seed=seed)
    loop.send(SetFlow(flow))
    ready(loop, 1)
    ready(loop, 2)
    assert loop.session.page == PLAY
    return loop


# ---- Pages ---------------------------------------------------------------------------------------


@EVERY_FLOW
@pytest.mark.parametrize(
    "board", ["packing-hall", "fountain-circus", "welding-shop", "magic-lantern", "mill-pond"]
)
def test_hands_that_obey_the_screen_arrive_where_the_game_is(flow: str, board: str) -> None:
    """Arrive at the game by a page's lines in order, each on one page only."""
    loop = race(flow, board)
    hands, turns = Hands(places(opening(loop))), set[int]()
    while loop.session.page != OVER and len(turns) < 5:
        if loop.session.page == PLAY:
            shown, script = match(loop), match(loop).shown.script
            lines = page(loop).lines
            numbers = list(range(*batch_of(loop.session, shown)))
            if flow == "watch":
                moment = [
                    number
                    for number in numbers
                    if script[number] in at_once(shown, numbers[-1] + 1)
                ]
            else:
                moment = numbers
            assert numbers[0] == shown.shown.at and [line.at for line in lines] == (
                moment if len(moment) > 1 else []
            )
            assert [str(line.words) for line in lines] in (
                [],
                [str(script[number].text) for number in moment],
            )
            for number in numbers:
                hands.carry_out(plain_moves(script[number]), script[number].words)
        done(loop)
        if loop.session.page != PLAY or match(loop).shown.at == 0:
            assert hands.places == places(
                loop.session.config.game.scene(match(loop).position).pieces
                if loop.session.page != PLAY
                else opening(loop)
            )
        turns.add(match(loop).shown.turn)


def test_what_happens_together_is_one_step() -> None:
    """End a step with what moves a piece, one card a page unless the round is full.

    No part of the board is split.
    """
    loop, seen, full = race("steps", "long-way-round"), 0, 0
    while len(set(match(loop).shown.script)) and match(loop).shown.turn < 6:
        script = match(loop).shown.script
        if loop.session.page == PLAY and match(loop).shown.at == 0:
            found = list(batches(script, "steps"))
        else:
            found = []
        full += len(found) == MOST
        assert len(found) <= MOST
        for start, stop in found if len(found) < MOST else ():
            travelling = [
                one
                for one in script[start:stop]
                if any(move.start != move.end for move in one.moves)
            ]
            assert len({(one.part, one.seat if one.card else None) for one in travelling}) <= 1, [
                one.words for one in script[start:stop]
            ]
            assert stop - start <= LONGEST or not script[stop - 1].card
            if stop < len(script) and not script[stop].card:
                assert script[stop].part != script[stop - 1].part
            seen += stop - start > 1
        done(loop)
    assert seen > 5 and full > 3


@pytest.mark.parametrize(("flow", "most"), [("list", 10), ("steps", 30), ("mixed", 30)])
@pytest.mark.parametrize("board", ["fountain-circus", "welding-shop", "long-way-round"])
def test_eight_people_touch_done_seldom(flow: str, most: int, board: str) -> None:
    """Limit touches a turn over twenty turns of eight clanks."""
    loop = open_session(seed=11, boards=catalogue([board]), players=EIGHT, flow=flow)
    loop.send(Begin())
    touches: dict[int, int] = {}
    while loop.session.page != OVER and match(loop).shown.turn < 20:
        done(loop)
        touches[match(loop).shown.turn] = touches.get(match(loop).shown.turn, 0) + 1
    assert max(touches.values()) <= most, touches


def test_each_instruction_by_itself_is_as_it_was() -> None:
    """Show single instructions without lines by default."""
    loop = race("single")
    assert not page(loop).lines and str(loop.view.forward) == recorded("Done")
    assert [stop - start for start, stop in batches(match(loop).shown.script, "single")] == [
        1
    ] * len(match(loop).shown.script)


@EVERY_FLOW
def test_a_race_comes_out_the_same_in_every_flow(flow: str) -> None:
    """Play the same positions, history and undos in every flow."""
    one, other = race("single", seed=7), race(flow, seed=7)
    for loop in (one, other):
        while loop.session.page != SUMMARY:
            done(loop)
    assert mark_of(one.session) == mark_of(
        other.session
    ) and one.session.timeline.number == other.session.timeline.number + (flow == "watch")
    rows = []
    for loop in (one, other):
        loop.send(OpenPage("history"))
        rows.append([(str(row.when), str(row.words)) for row in loop.view.body.rows])
    assert rows[0] == rows[1] and len(rows[0]) > 20


# ---- Within a page -------------------------------------------------------------------------------


def test_a_touched_line_is_where_hands_are() -> None:
    """Mark lines before a touched one as done; ignore stale touches; confirm the rest at once."""
    loop = race("list")
    stale, last = loop.session.revision, len(match(loop).shown.script)
    loop.send(CarriedOut(stale, 3))
    assert match(loop).shown.at == 3 and [line.state for line in page(loop).lines[:5]] == [
        "done",
        "done",
        "done",
        "now",
        "coming",
    ]
    assert (
        loop.session.timeline.number
        == 3 + next(point for point in (loop.session.timeline.past,) if point).number - 2
    )
    shown = loop.session
    for useless in (
        CarriedOut(stale, 5),
        CarriedOut(shown.revision, 3),
        CarriedOut(shown.revision, 1),
        CarriedOut(shown.revision, last),
        CarriedOut(shown.revision, -1),
    ):
        loop.send(useless)
        assert loop.session == shown
    loop.send(Confirm(stale))
    assert loop.session == shown
    script = match(loop).shown.script
    done(loop)
    assert match(loop).shown.script is not script


def test_going_back_leads_into_the_page() -> None:
    """Undo from the next page to the last line, and redo."""
    loop = race("list")
    script = match(loop).shown.script
    done(loop)
    after = mark_of(loop.session), match(loop).shown.at
    loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert (
        match(loop).shown.script == script
        and match(loop).shown.at == len(script) - 1
        and page(loop).lines[-1].state == "now"
    )
    loop.send(ApplyCorrection(GoForward()))
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert (mark_of(loop.session), match(loop).shown.at) == after


def test_a_piece_that_was_bumped_in_mid_list_is_put_right() -> None:
    """Apply a correction after the round, and lose no line."""
    loop = race("list")
    loop.send(CarriedOut(loop.session.revision, 2))
    script, seat = match(loop).shown.script, present(match(loop).shown.script[0].seat)
    taken = {piece.square for piece in loop.session.config.game.scene(match(loop).position).pieces}
    free = next(square for square in ("A1", "L1", "A16", "L16", "F8", "G2") if square not in taken)
    loop.send(ApplyCorrection(PutOn(seat, free, E)))
    assert (
        match(loop).shown.script[: len(script)] == script
        and len(match(loop).shown.script) == len(script) + 1
        and match(loop).shown.at == 2
    )
    assert batch_of(loop.session, match(loop)) == (0, len(script))
    done(loop)
    assert (
        match(loop).shown.at == len(script)
        and not page(loop).lines
        and match(loop).shown.script[match(loop).shown.at].moves
    )
    done(loop)
    assert {piece.seat: piece.square for piece in opening(loop)}[seat] == free


@EVERY_FLOW
def test_the_flow_changes_in_mid_round(flow: str) -> None:
    """Change the flow from the present instruction on."""
    loop = race("list")
    loop.send(CarriedOut(loop.session.revision, 2))
    number = loop.session.timeline.number
    loop.send(SetFlow(flow))
    assert (
        match(loop).shown.at == 2
        and loop.session.lobby.flow == flow
        and loop.session.timeline.number == number
    )
    loop.send(SetFlow("backwards"))
    assert loop.session.lobby.flow == flow and str(loop.view.notice)
    start, stop = batch_of(loop.session, match(loop))
    assert start <= 2 < stop
    script = match(loop).shown.script
    done(loop)
    assert (
        match(loop).shown.at == stop
        if stop < len(script)
        else match(loop).shown.script is not script
    )


def test_time_leads_from_line_to_line() -> None:
    """Advance line by line in time, then confirm the page."""
    loop = race("list")
    loop.send(SetAutoAdvance(2.0))
    seen, now, script = [], 0.0, match(loop).shown.script
    while match(loop).shown.script is script:
        seen.append(match(loop).shown.at)
        loop.send(Tick(now))
        now += 1.0
    assert sorted(set(seen)) == seen[:1] + list(range(1, len(script))) and all(
        2 <= seen.count(at) <= 3 for at in set(seen)
    )


# ---- No board on the table -----------------------------------------------------------------------


def test_without_a_board_nothing_is_to_be_touched() -> None:
    """Play a race on the screen by itself without real pieces."""
    loop = race("watch", "fountain-circus")
    alone = race("list", "fountain-circus")
    now, seen = 0.0, set[str]()
    while loop.session.page != OVER and match(loop).shown.turn < 4:
        now += 1.0
        loop.poll(now)
        seen.add(loop.session.page)
        assert loop.view.page != PLAY or all(line.state == "now" for line in page(loop).lines)
    assert seen == {PLAY, SUMMARY} and now < 4 * 60 * 4
    while (match(alone).shown.turn, match(alone).shown.round) != (
        match(loop).shown.turn,
        match(loop).shown.round,
    ):
        done(alone)
    assert mark_of(alone.session) == mark_of(loop.session)


def test_watching_can_be_paused_stepped_and_repeated() -> None:
    """Pause, step by Next, and repeat."""
    loop = race("watch")
    loop.send(Pause(True))
    stood = loop.session
    for now in range(30):
        loop.poll(float(now))
    assert (
        loop.session == stood
        and page(loop).paused
        and str(loop.view.hint) == recorded("is-paused-until")
    )
    done(loop)
    there = match(loop).shown.at
    assert there > 0
    assert str(loop.view.back) == recorded("Again") and loop.view.on_back == ApplyCorrection(
        Repeat()
    )
    loop.send(ApplyCorrection(Repeat()))
    assert loop.session.timeline.repeated == there - 1
    loop.send(Pause(False))
    for now in range(40, 44):
        loop.poll(float(now))
    assert loop.session.timeline.repeated is None and match(loop).shown.at >= there


# ---- Handles and lights --------------------------------------------------------------------------


def at_real_readers(flow: str = "list") -> Room:
    """Return two people at real readers, at the first instructions."""
    room = Room(("person", "person"), (1, 2))
    room.loop.send(SetFlow(flow))
    room.begin()
    for seat, cards in ((1, CODES[0:10:2]), (2, CODES[1:11:2])):
        room.put(seat, cards)
        room.move(seat)
    assert room.loop.session.page == PLAY, room.loop.session.match
    return room


def test_who_has_moved_pulls_the_own_handle() -> None:
    """Confirm by the handle of the moved player only, named on the screen."""
    room = at_real_readers()
    loop, script = room.loop, match(room.loop).shown.script
    meant = [
        (move.seat,) if (move := next(iter(instruction.moves), None)) else (1, 2)
        for instruction in script
    ]
    for at, seats in enumerate(meant):
        assert match(loop).shown.script is script and match(loop).shown.at == at
        if len(seats) == 1:
            room.move(3 - seats[0])
            names = loop.session.lobby.setup.names
            assert match(loop).shown.at == at and str(loop.view.notice) == recorded(
                "moves-now", mover=names[seats[0]], other=names[3 - seats[0]]
            )
        room.move(seats[0])
    assert match(loop).shown.script is not script or loop.session.page != PLAY


def test_a_handle_and_the_screen_at_once_are_one() -> None:
    """Count a touch and a pull for the same move once."""
    room = at_real_readers()
    loop, stale = room.loop, room.loop.session.revision
    room.move(match(loop).shown.script[0].seat or 1)
    shown = loop.session
    loop.send(Confirm(stale))
    assert loop.session == shown


def test_lights_say_whose_move_it_is() -> None:
    """Blink the slot's light at the moved player's reader only, if a flow is chosen."""
    room = at_real_readers()
    for _ in range(3):
        instruction, lamps = (
            match(room.loop).shown.script[match(room.loop).shown.at],
            room.loop.session.readers.lamps.lit,
        )
        moved = {move.seat for move in instruction.moves}
        for seat in (1, 2):
            assert (lamps.get(seat, (0,) * 5)[match(room.loop).shown.round - 1] == 2) == (
                seat in moved
            )
        room.loop.send(CarriedOut(room.loop.session.revision, match(room.loop).shown.at + 1))
    quiet = at_real_readers("single")
    assert not any(2 in lamps for lamps in quiet.loop.session.readers.lamps.lit.values())
    at = match(quiet.loop).shown.at
    quiet.move(1)
    assert match(quiet.loop).shown.at == at


# ---- Kept ----------------------------------------------------------------------------------------


def test_a_list_that_was_cut_off_is_gone_on_with(tmp_path: Path) -> None:
    """Restore a list at its line after a cut."""
    journal = open_journal(tmp_path / "journal.db", NOW)
    loop = race("list", record=GameRecorder(journal, 4), patient=True)
    done(loop)
    loop.send(CarriedOut(loop.session.revision, 4))
    there, lines = mark_of(loop.session), page(loop).lines
    loop.close()
    kept = journal.unfinished()
    assert kept is not None
    found = recall(journal, kept, catalogue(["packing-hall"]), every=True)
    assert (
        found.drift is None
        and mark_of(found.session) == there
        and found.session.lobby.flow == "list"
    )
    assert found.session.match is not None and found.session.match.shown.at == 4 == next(
        line.at for line in lines if line.state == "now"
    )
    # An earlier version kept no flow: each instruction was confirmed by itself.
    header = json.loads(kept.header)
    assert header.pop("flow") == "list"
    journal.close()


def test_people_begin_with_the_list_and_keep_their_choice(tmp_path: Path) -> None:
    """Begin with lists, and keep the last choice."""
    for chosen, wanted in (
        ("steps", "list"),
        ("mixed", "steps"),
        ("single", "mixed"),
        ("watch", "single"),
        ("list", "watch"),
    ):
        with closing(kept_session(tmp_path)) as loop:
            assert loop.session.lobby.flow == wanted
            loop.send(SetFlow(chosen))


def test_the_pace_is_chosen_beside_the_race() -> None:
    """Choose the pace beside the race, at once, with the race in place."""
    loop = people("list")
    at = match(loop).shown.at
    loop.send(OpenPage("pace"))
    time, shown = loop.view.body.groups
    assert [str(choice.label) for choice in shown.choices if choice.chosen] == recorded(
        "The-whole-round"
    )
    loop.send(shown.choices[2].message)
    loop.send(time.choices[1].message)
    assert (loop.session.lobby.flow, loop.session.lobby.auto) == ("steps", 8.0)
    loop.send(Pause(True))
    assert str(loop.view.back) == recorded("Go-on")
    assert loop.view.on_back is not None
    loop.send(loop.view.on_back)
    assert (
        loop.session.page == PLAY
        and match(loop).shown.at == at
        and not loop.session.lobby.auto_paused
        and not loop.session.overlays
    )


def test_a_pull_that_makes_the_turn_begin_confirms_nothing() -> None:
    """Take the pull that begins the turn for readiness only."""
    loop = begun(board=shipped())
    loop.send(SetFlow("list"))
    ready(loop, 1)
    assert loop.session.page == PROGRAM
    ready(loop, 2, PULL)
    assert loop.session.page == PLAY and match(loop).shown.at == 0 and match(loop).shown.round == 1
