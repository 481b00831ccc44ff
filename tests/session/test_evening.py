"""From the first register to the winner: instructions, time, double taps, summaries, end."""

from __future__ import annotations

import re
from itertools import pairwise

from companion.app.loop import EventLoop
from companion.engine.cards import card_of
from companion.games import usual_game
from companion.games.api import Game, Position, locks_of
from companion.games.asking import Finished, NextStep
from companion.games.programmed.deck import CODE_OF_CARD
from companion.games.race.phrases import CLEANUP
from companion.session.commands import RecordEvents
from companion.session.messages import (
    Again,
    BackToSetup,
    Begin,
    Confirm,
    SetAutoAdvance,
    Shuffled,
    Tick,
)
from companion.session.session import Session
from companion.session.steps import step
from companion.session.view import PlayPage, ProgramPage, StandingRow, SummaryPage
from companion.signals import PULL, InsertCard, MoveHandle
from companion.table.virtual import VirtualTable
from tests.english import german
from tests.recorded import recorded
from tests.session.evenings import asked, begun, done, evening, play_out, ready, shipped
from tests.typed import of_kind, present


def playing(**how: object) -> EventLoop:
    """Return two persons at the first instruction of their first register."""
    loop = begun(board=shipped(), **how)  # type: ignore[arg-type]
    for seat in (1, 2):
        ready(loop, seat)
    assert loop.view.page == "play"
    return loop


def page(loop: EventLoop) -> PlayPage:
    """Return the page of playback."""
    assert isinstance(loop.view.body, PlayPage)
    return loop.view.body


def test_one_instruction_follows_another() -> None:
    """Show number, part, words, rule and reason, with the map before the move."""
    loop = playing()
    first = page(loop)
    assert (first.turn, first.round, first.instruction.number) == (1, 1, 1)
    assert first.instruction.words and first.instruction.why and first.instruction.rule
    board = loop.view.board
    assert board is not None
    for move in board.moves:
        assert {clank.seat: clank.square for clank in board.pieces}[move.seat] == move.start
    done(loop)
    assert page(loop).instruction.number == 2 or page(loop).round == 2


def test_the_map_follows_every_instruction() -> None:
    """Show before each instruction what the earlier ones have made."""
    loop = begun(("random",) * 8, board=shipped("welding-shop"), seed=3)
    for _ in range(400):
        board = loop.view.board
        if loop.view.page == "over":
            break
        assert board is not None
        moved = {move.seat: (move.end, move.after) for move in board.moves}
        expected = {
            clank.seat: moved.get(clank.seat, (clank.square, clank.heading))
            for clank in board.pieces
        }
        was = loop.view.page
        done(loop)
        after = {
            clank.seat: (clank.square, clank.heading) for clank in present(loop.view.board).pieces
        }
        if was == "play":
            assert {seat: place[0] for seat, place in after.items()} == {
                seat: place[0] for seat, place in expected.items()
            }


def test_the_cards_of_a_register_are_shown_in_their_order() -> None:
    """Order the cards of a register by priority, and mark the present one (7.2.1)."""
    loop = playing()
    cards = page(loop).cards
    assert [card.card.priority for card in cards] == sorted(
        (card.card.priority for card in cards), reverse=True
    )
    assert [str(card.state) for card in cards] == ["now", "coming"]
    done(loop)
    if page(loop).part == "cards":
        assert [str(card.state) for card in page(loop).cards] == ["played", "now"]


def test_a_second_tap_changes_nothing() -> None:
    """Ignore a Done with an old number, on every page."""
    loop = playing()
    for _ in range(60):
        stale = loop.session.revision
        done(loop)
        after = loop.session
        loop.send(Confirm(stale))
        loop.send(Confirm(stale - 1))
        loop.send(Confirm(stale + 50))
        assert loop.session is after
        if loop.view.page == "program":
            break


def test_instructions_go_on_by_themselves_when_wanted() -> None:
    """Confirm after some seconds each, if switched on."""
    loop = playing()
    loop.send(SetAutoAdvance(2.0))
    step = loop.session.revision
    for now in (100.0, 101.0, 101.9):
        loop.poll(now)
        assert loop.session.revision == step
    loop.poll(102.0)
    assert loop.session.revision == step + 1
    loop.poll(102.1)
    loop.poll(104.0)
    assert loop.session.revision == step + 1
    loop.poll(104.1)
    assert loop.session.revision == step + 2
    loop.send(SetAutoAdvance(None))
    loop.poll(900.0)
    loop.send(Tick(9000.0))
    assert loop.session.revision == step + 2


def test_a_clock_that_goes_back_waits_anew() -> None:
    """Restart the wait when the clock is set back."""
    loop = playing()
    loop.send(SetAutoAdvance(2.0))
    step = loop.session.revision
    for now in (500.0, 10.0, 11.0, float("nan"), 11.5):
        loop.poll(now)
    assert loop.session.revision == step
    loop.poll(13.6)
    assert loop.session.revision == step + 1


def test_impossible_times_are_refused() -> None:
    """Accept up to ten minutes, or none."""
    loop = playing()
    for seconds in (0.0, -1.0, 1e9, float("nan"), float("inf")):
        loop.send(SetAutoAdvance(seconds))
        assert str(loop.view.notice) == recorded(f"not-after-{seconds}")
        assert loop.session.lobby.auto is None


def touched(row: StandingRow) -> int:
    """Return how many flags a line counts."""
    return int(str(row.facts[0].figure).split()[0])


def test_after_the_first_turn_places_are_told_apart() -> None:
    """Rank eight clanks without flags by their ways, equal ones equal."""
    loop = begun(["random"] * 8, board=shipped())
    play_out(loop, "summary")
    rows = loop.view.body.rows
    assert str(loop.view.title) == recorded("After-turn-1") and " leads " in str(loop.view.hint)
    assert len({row.place for row in rows}) > 4
    racing = [row for row in rows if not row.state]
    assert all(
        re.fullmatch(rf"(\d+ squares? to|on) flag {touched(row) + 1}", str(row.ahead))
        for row in racing
    )
    for one, other in pairwise(racing):
        assert (one.place == other.place) == (
            touched(one) == touched(other) and one.ahead == other.ahead
        )
    assert all(
        re.fullmatch(r"(\d+ Feld(er)? bis|auf) Flagge \d", german(row.ahead)) for row in racing
    )


def test_at_the_end_nobody_is_on_the_way_any_more() -> None:
    """Rank the winner first, others by flags, without squares."""
    loop = begun(["random"] * 4, board=shipped(), flags=("D5",))
    play_out(loop, "over")
    rows = loop.view.body.rows
    assert [row.place for row in rows] == [1, 2, 2, 2] and touched(rows[0]) == 1
    assert not any(row.ahead for row in rows)


def test_the_turn_ends_with_a_summary() -> None:
    """Summarise places, flags, damage and events of all."""
    loop = playing()
    play_out(loop, "summary")
    assert isinstance(loop.view.body, SummaryPage)
    assert {row.seat for row in loop.view.body.rows} == {1, 2} and str(loop.view.body.winner) == ""
    of = len(loop.session.lobby.setup.markers)
    assert all(
        [str(fact.title) for fact in row.facts] == recorded("Flags") for row in loop.view.body.rows
    )
    assert all(
        str(row.facts[0].words) == recorded("of-of-flags", row=touched(row), of=of)
        for row in loop.view.body.rows
    )
    done(loop)
    assert isinstance(loop.view.body, ProgramPage) and loop.view.body.turn == 2


def won(players: tuple[str, ...] = ("person",), game: Game | None = None) -> EventLoop:
    """Return a race that seat 1 has won by its only flag, one step ahead of its start."""
    for seed in range(1, 50):
        loop = begun(players, seed=seed, flags=("A2",), words={"flag_hit": "pass"}, game=game)
        hand = asked(loop.session, 1).hand.codes or ()
        forward = [CODE_OF_CARD[card_of(f"move1@{number}")] for number in range(490, 661, 10)]
        step = next((code for code in hand if code in forward), None)
        if step is not None:
            rest = [code for code in hand if code != step][:4]
            for slot, code in enumerate((step, *rest), 1):
                loop.send(InsertCard(1, slot, code))
            loop.send(MoveHandle(1, PULL))
            play_out(loop, "over")
            return loop
    raise AssertionError("no hand holds a Move 1")


class SharedRace(type(usual_game())):  # type: ignore[misc]
    """The same race, which all win together."""

    def next_step(self, position: Position) -> NextStep:
        """Let all seats win as soon as one has."""
        next_step = super().next_step(position)
        if isinstance(next_step, Finished) and next_step.winners:
            return Finished(next_step.turn, tuple(piece.seat for piece in self.pieces(position)))
        return next_step


def test_several_can_win_together() -> None:
    """Name all winners in one sentence."""
    body = won(("person", "random"), SharedRace()).view.body
    assert isinstance(body, SummaryPage) and body.winners == (1, 2)
    assert str(body.winner) == recorded("BRASS-and-COPPER-have-touched-the")


def test_the_winner_is_named_and_nothing_more_is_played() -> None:
    """End in the register of the last flag (10.1, 10.2 [E103])."""
    loop = won()
    assert isinstance(loop.view.body, SummaryPage)
    assert str(loop.view.body.winner) == recorded(
        "BRASS-has-touched-the-flag-and"
    ) and loop.view.body.winners == (1,)
    assert (
        touched(loop.view.body.rows[0]) == 1
        and loop.session.match is not None
        and loop.session.match.shown.round == 1
    )


def test_again_plays_the_same_table_with_other_cards() -> None:
    """Repeat with the same setup and another deal."""
    loop = won()
    setup, first = loop.session.lobby.setup, loop.table.slots(1)  # type: ignore[attr-defined]
    loop.send(Again())
    assert loop.view.page == "place" and loop.session.lobby.setup == setup
    done(loop)
    assert loop.table.slots(1) == (None,) * 5  # type: ignore[attr-defined]
    assert loop.session.lobby.races == 2 and first[0] is not None


def test_a_new_evening_keeps_what_was_chosen() -> None:
    """Return to the first page with the choices kept and readers empty."""
    loop = won()
    setup = loop.session.lobby.setup
    loop.send(BackToSetup())
    assert (
        loop.view.page == "board"
        and loop.session.lobby.setup == setup
        and loop.session.match is None
    )
    assert loop.table.slots(1) == (None,) * 5  # type: ignore[attr-defined]


def test_a_race_is_not_broken_off_by_a_stray_message() -> None:
    """Ignore Again, BackToSetup, Shuffled and Begin where they do not belong."""
    loop = playing()
    before = loop.session.match
    deck = loop.session.config.game.deck
    for message in (Again(), BackToSetup(), Shuffled(deck), Begin()):
        loop.send(message)
        assert loop.session.match == before and loop.session.page == "play"


def test_everybody_out_ends_without_a_winner() -> None:
    """End without a winner at the last death with one life each (10.4 [E174])."""
    loop = begun(("random",) * 3, words={"lives": "1"}, seed=3)
    play_out(loop, "over")
    assert isinstance(loop.view.body, SummaryPage) and loop.view.body.winners == ()
    assert str(loop.view.body.winner) == recorded("Nobody-wins") and {
        str(row.state) for row in loop.view.body.rows
    } == {"out"}


def test_a_deck_that_is_not_whole_is_refused() -> None:
    """Refuse a deck without each card once; then deal the right one."""
    loop = evening()
    heard: list[Session] = []
    session = loop.session

    session, _ = step(session, Begin())
    session, _ = step(session, Confirm(session.revision))
    deck = session.config.game.deck
    for codes in (deck[1:], (*deck[1:], deck[1]), (), (*deck, 255)):
        session, commands = step(session, Shuffled(codes))
        assert (
            str(session.notice) == recorded("not-complete")
            and session.page == "program"
            and commands == ()
        )
        heard.append(session)
    session, _ = step(session, Shuffled(deck))
    assert (
        str(session.notice) == ""
        and session.match is not None
        and session.match.question.problems == {}
    )


def test_everything_that_happens_is_told_once() -> None:
    """Report start, registers 1 to 5 and cleanups once, in order."""
    heard: list[RecordEvents] = []
    loop = begun(("random",) * 4, board=shipped("going-train"), seed=2)
    loop.on_events = heard.append
    play_out(loop, "summary")
    done(loop)
    play_out(loop, "summary")
    registers = [(played.turn, played.round) for played in heard if played.round]
    assert (
        registers
        == [
            (1, 2),
            (1, 3),
            (1, 4),
            (1, 5),
            (1, 6),
            *[(2, number) for number in (1, 2, 3, 4, 5, CLEANUP)],
        ][-len(registers) :]
    )


def test_lock_lights_follow_the_damage() -> None:
    """Light the locks of the deal, and only on changes (6.3)."""
    loop = begun(("random",) * 8, board=shipped("welding-shop"), seed=4)
    seen = set[tuple[int, ...]]()
    for _ in range(3000):
        if loop.session.page == "over":
            break
        done(loop)
        match = loop.session.match
        assert match is not None
        burning = locks_of(loop.session.config.game, match.position)
        shown = {
            seat: tuple(n for n, lit in enumerate(row, 1) if lit)
            for seat, row in of_kind(VirtualTable, loop.table).lamps.lit.items()
        }
        assert shown == burning
        seen.update(shown.values())
    assert (5,) in seen or (4, 5) in seen
