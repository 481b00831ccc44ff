"""From the first register to the winner: instructions one by one, time, double taps, summaries, and the evening after the race."""
from __future__ import annotations

import re
from itertools import pairwise

from companion.content import board_names
from companion.content.languages import translator
from companion.engine.cards import card_of
from companion.games.base import CLEANUP
from companion.games.deck import CODE_OF_CARD
from companion.session.commands import Played
from companion.session.messages import Again, Begin, Confirm, NewEvening, SetAutoAdvance, Shuffled, Tick
from companion.session.session import Session
from companion.session.view import PlayPage, ProgramPage, SummaryPage
from companion.shell import Shell
from companion.signals import PULL, InsertCard, MoveHandle
from tests.session.evenings import asked, begun, done, evening, play_out, ready, shipped


def playing(**how: object) -> Shell:
    """An evening of two persons at the first instruction of its first register."""
    shell = begun(board=shipped(), **how)  # type: ignore[arg-type]
    for seat in (1, 2):
        ready(shell, seat)
    assert shell.view.page == "play"
    return shell


def page(shell: Shell) -> PlayPage:
    """What playback shows."""
    assert isinstance(shell.view.body, PlayPage)
    return shell.view.body


def test_one_instruction_follows_another() -> None:
    """Numbers, part, words, rule and reason are there; the map shows the clanks as they stand before the move."""
    shell = playing()
    first = page(shell)
    assert (first.turn, first.register, first.instruction.number) == (1, 1, 1)
    assert first.instruction.words and first.instruction.why and first.instruction.rule
    board = shell.view.board
    assert board is not None
    for move in board.moves:
        assert {clank.seat: clank.square for clank in board.clanks}[move.seat] == move.start
    done(shell)
    assert page(shell).instruction.number == 2 or page(shell).register == 2


def test_the_map_follows_every_instruction() -> None:
    """What is shown before an instruction is what the instructions before it have made, to the end of the turn."""
    shell = begun(("random",) * 8, board=shipped("welding-shop"), seed=3)
    for _ in range(400):
        board = shell.view.board
        if shell.view.page == "over":
            break
        assert board is not None
        moved = {move.seat: (move.end, move.after) for move in board.moves}
        expected = {clank.seat: moved.get(clank.seat, (clank.square, clank.heading)) for clank in board.clanks}
        was = shell.view.page
        done(shell)
        after = {clank.seat: (clank.square, clank.heading) for clank in shell.view.board.clanks}  # type: ignore[union-attr]
        if was == "play":
            assert {seat: place[0] for seat, place in after.items()} == {seat: place[0] for seat, place in expected.items()}


def test_the_cards_of_a_register_are_shown_in_their_order() -> None:
    """The highest priority first; the one that is played now is marked (7.2.1)."""
    shell = playing()
    cards = page(shell).cards
    assert [card.card.priority for card in cards] == sorted((card.card.priority for card in cards), reverse=True)
    assert [card.state for card in cards] == ["now", "coming"]
    done(shell)
    if page(shell).part == "cards":
        assert [card.state for card in page(shell).cards] == ["played", "now"]


def test_a_second_tap_changes_nothing() -> None:
    """A Done with the number of an instruction that is gone is harmless, on every page."""
    shell = playing()
    for _ in range(60):
        stale = shell.session.step
        done(shell)
        after = shell.session
        shell.send(Confirm(stale))
        shell.send(Confirm(stale - 1))
        shell.send(Confirm(stale + 50))
        assert shell.session is after
        if shell.view.page == "program":
            break


def test_instructions_go_on_by_themselves_when_wanted() -> None:
    """After so many seconds by the clock that is told, each from the moment it came up; never when it is switched off."""
    shell = playing()
    shell.send(SetAutoAdvance(2.0))
    step = shell.session.step
    for now in (100.0, 101.0, 101.9):
        shell.poll(now)
        assert shell.session.step == step
    shell.poll(102.0)
    assert shell.session.step == step + 1
    shell.poll(102.1)
    shell.poll(104.0)
    assert shell.session.step == step + 1
    shell.poll(104.1)
    assert shell.session.step == step + 2
    shell.send(SetAutoAdvance(None))
    shell.poll(900.0)
    shell.send(Tick(9000.0))
    assert shell.session.step == step + 2


def test_a_clock_that_goes_back_waits_anew() -> None:
    """Time that was set back neither hurries nor stops the instructions."""
    shell = playing()
    shell.send(SetAutoAdvance(2.0))
    step = shell.session.step
    for now in (500.0, 10.0, 11.0, float("nan"), 11.5):
        shell.poll(now)
    assert shell.session.step == step
    shell.poll(13.6)
    assert shell.session.step == step + 1


def test_impossible_times_are_refused() -> None:
    """None, or more than nothing up to ten minutes."""
    shell = playing()
    for seconds in (0.0, -1.0, 1e9, float("nan"), float("inf")):
        shell.send(SetAutoAdvance(seconds))
        assert "up to 600 seconds" in shell.view.notice and shell.session.auto is None


def test_after_the_first_turn_places_are_told_apart() -> None:
    """Eight clanks without a flag stand at different distances from the first one: their lines say so, and equal places are equal ways."""
    shell = begun(["random"] * 8, board=shipped())
    play_out(shell, "summary")
    rows = shell.view.body.rows  # type: ignore[union-attr]
    assert shell.view.title == "After turn 1" and "way to the next flag" in shell.view.hint
    assert len({row.place for row in rows}) > 4
    racing = [row for row in rows if row.status == "active"]
    assert all(re.fullmatch(rf"(\d+ squares? to|on) flag {row.flags + 1}", row.away) for row in racing)
    for one, other in pairwise(racing):
        assert (one.place == other.place) == (one.flags == other.flags and one.away == other.away)
    german = translator("de")
    assert german is not None and all(re.fullmatch(r"(\d+ Feld(er)? bis|auf) Flagge \d", german(row.away)) for row in racing)


def test_at_the_end_nobody_is_on_the_way_any_more() -> None:
    """The winner is first, and no line counts squares; those with as many flags share their place."""
    shell = begun(["random"] * 4, board=shipped(), flags=("D5",))
    play_out(shell, "over")
    rows = shell.view.body.rows  # type: ignore[union-attr]
    assert [row.place for row in rows] == [1, 2, 2, 2] and rows[0].flags == 1
    assert all(row.away == "" for row in rows)


def test_the_turn_ends_with_a_summary() -> None:
    """Places, flags, damage and what befell everybody."""
    shell = playing()
    play_out(shell, "summary")
    assert isinstance(shell.view.body, SummaryPage)
    assert {row.seat for row in shell.view.body.rows} == {1, 2} and shell.view.body.winner == ""
    assert all(row.of == len(shell.session.setup.flags) for row in shell.view.body.rows)
    done(shell)
    assert isinstance(shell.view.body, ProgramPage) and shell.view.body.turn == 2


def won(players: tuple[str, ...] = ("person",)) -> Shell:
    """A race that seat 1 has won: its only flag lay one step ahead of its start."""
    for seed in range(1, 50):
        shell = begun(players, seed=seed, flags=("A2",), words={"flag_hit": "pass"})
        hand = asked(shell.session, 1).hand or ()
        forward = [CODE_OF_CARD[card_of(f"move1@{number}")] for number in range(490, 661, 10)]
        step = next((code for code in hand if code in forward), None)
        if step is not None:
            rest = [code for code in hand if code != step][:4]
            for slot, code in enumerate((step, *rest), 1):
                shell.send(InsertCard(1, slot, code))
            shell.send(MoveHandle(1, PULL))
            play_out(shell, "over")
            return shell
    raise AssertionError("no hand holds a Move 1")


def test_the_winner_is_named_and_nothing_more_is_played() -> None:
    """The race ends in the register in which the last flag is touched (10.1, 10.2 [E103])."""
    shell = won()
    assert isinstance(shell.view.body, SummaryPage)
    assert shell.view.body.winner == "BRASS has touched the flag and wins!" and shell.view.body.winner_seat == 1
    assert shell.view.body.rows[0].flags == 1 and shell.session.match is not None and shell.session.match.register == 1


def test_again_plays_the_same_table_with_other_cards() -> None:
    """The same setup, the clanks on their starts, and not the same deal."""
    shell = won()
    setup, first = shell.session.setup, shell.table.slots(1)  # type: ignore[attr-defined]
    shell.send(Again())
    assert shell.view.page == "place" and shell.session.setup == setup
    done(shell)
    assert shell.table.slots(1) == (None,) * 5  # type: ignore[attr-defined]
    assert shell.session.races == 2 and first[0] is not None


def test_a_new_evening_keeps_what_was_chosen() -> None:
    """Back to the first page of the setup, the readers empty."""
    shell = won()
    setup = shell.session.setup
    shell.send(NewEvening())
    assert shell.view.page == "board" and shell.session.setup == setup and shell.session.match is None
    assert shell.table.slots(1) == (None,) * 5  # type: ignore[attr-defined]


def test_a_race_is_not_broken_off_by_a_stray_message() -> None:
    """Again and NewEvening belong to the end, Shuffled to the shuffle, Begin to the setup."""
    shell = playing()
    before = shell.session.match
    deck = shell.session.house.game.deck
    for message in (Again(), NewEvening(), Shuffled(deck), Begin()):
        shell.send(message)
        assert shell.session.match == before and shell.session.page == "play"


def test_everybody_out_ends_without_a_winner() -> None:
    """With one life each the last death ends the race (10.4 [E174])."""
    shell = begun(("random",) * 3, words={"lives": "1"}, seed=3)
    play_out(shell, "over")
    assert isinstance(shell.view.body, SummaryPage) and shell.view.body.winner_seat is None
    assert "Nobody wins" in shell.view.body.winner and {row.status for row in shell.view.body.rows} == {"out"}


def test_a_deck_that_is_not_whole_is_refused() -> None:
    """All cards, each once; then the deal goes on with the right one."""
    shell = evening()
    heard: list[Session] = []
    session = shell.session
    from companion.session.steps import step

    session, _ = step(session, Begin())
    session, _ = step(session, Confirm(session.step))
    deck = session.house.game.deck
    for codes in (deck[1:], (*deck[1:], deck[1]), (), (*deck, 255)):
        session, commands = step(session, Shuffled(codes))
        assert "not whole" in session.notice and session.page == "program" and commands == ()
        heard.append(session)
    session, _ = step(session, Shuffled(deck))
    assert session.notice == "" and session.match is not None and session.match.remedies == {}


def test_everything_that_happens_is_told_once() -> None:
    """Listeners hear the start, then registers 1 to 5 and the cleanup of every turn, in order."""
    heard: list[Played] = []
    shell = begun(("random",) * 4, board=shipped("going-train"), seed=2)
    shell.on_played = heard.append
    play_out(shell, "summary")
    done(shell)
    play_out(shell, "summary")
    registers = [(played.turn, played.register) for played in heard if played.register]
    assert registers == [(1, 2), (1, 3), (1, 4), (1, 5), (1, 6), *[(2, number) for number in (1, 2, 3, 4, 5, CLEANUP)]][-len(registers):]


def test_lock_lights_follow_the_damage() -> None:
    """The picture on the table is that of the locks at the deal, and it is shown only when it changes (6.3)."""
    shell = begun(("random",) * 8, board=shipped("welding-shop"), seed=4)
    seen = set()
    for _ in range(3000):
        if shell.session.page == "over":
            break
        done(shell)
        match = shell.session.match
        assert match is not None
        burning = {seat: locks for seat, locks in shell.session.house.game.locks(match.position).items()}
        shown = {seat: tuple(n for n, lit in enumerate(row, 1) if lit) for seat, row in shell.table.lamps.lit.items()}  # type: ignore[attr-defined]
        assert shown == burning
        seen.update(shown.values())
    assert (5,) in seen or (4, 5) in seen


def test_every_shipped_board_plays_through_the_session() -> None:
    """Two turns on each of them, every view drawn on the way."""
    for name in board_names():
        shell = begun(("random",) * 8, board=shipped(name))
        for _ in range(2):
            while shell.view.page not in ("summary", "over"):
                done(shell)
            done(shell)
