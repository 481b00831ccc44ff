"""The history: every turn with rules, reasons, corrections, and the board as it was."""

from __future__ import annotations

from companion.app.loop import EventLoop
from companion.engine.changes import MoveFlag, Park, PutOn, SetDamage, SetPower
from companion.session.messages import ApplyCorrection, Begin, ClosePage, OpenPage, Skip
from companion.session.pages.history import HistoryPage, HistoryRow, Recall, ShowTurnEntries
from companion.session.session import UndoPoint
from companion.session.view import BoardPicture
from companion.signals import PUSH
from tests.recorded import recorded
from tests.session.evenings import begun, done, evening, play_out, ready, shipped
from tests.session.menus import match, place
from tests.typed import present


def page(loop: EventLoop) -> HistoryPage:
    """Return the page of the history."""
    assert loop.view.page == "history" and isinstance(loop.view.body, HistoryPage)
    return loop.view.body


def history(loop: EventLoop) -> tuple[HistoryRow, ...]:
    """Open it; return its rows."""
    loop.send(OpenPage("history"))
    return page(loop).rows


def board(loop: EventLoop) -> BoardPicture:
    """Return the map."""
    assert loop.view.board is not None
    return loop.view.board


def played(turns: int = 1, **how: object) -> tuple[EventLoop, list[tuple[str, str, BoardPicture]]]:
    """Return some turns of two people, and every instruction with register, words and map."""
    loop = begun(board=shipped(), **how)  # type: ignore[arg-type]
    shown: list[tuple[str, str, BoardPicture]] = []
    for turn in range(turns):
        if turn:
            done(loop)
        ready(loop, 1)
        ready(loop, 2)
        while loop.session.page == "play":
            body = loop.view.body
            shown.append(
                (str(loop.view.title).split(", ")[1], str(body.instruction.words), board(loop))
            )
            done(loop)
    return loop, shown


def test_a_turn_is_listed_as_it_was_shown() -> None:
    """List every instruction in order with register, rule and reason."""
    loop, shown = played()
    rows = history(loop)
    assert [(str(row.when).lower(), str(row.words)) for row in rows] == [
        (when, words) for when, words, _ in shown
    ]
    assert all(row.rule and row.why and not row.by_hand for row in rows)
    assert (
        page(loop).turn == 1
        and page(loop).earlier is None
        and page(loop).later is None
        and page(loop).chosen is None
    )


def test_an_entry_shows_the_board_as_it_was() -> None:
    """Show clanks, arrows and beams of an entry; a second touch shows the present."""
    loop, shown = played()
    now = loop.view.board
    for number, row in enumerate(history(loop)):
        loop.send(row.message)
        assert page(loop).chosen == number and board(loop) == shown[number][2]
    loop.send(page(loop).rows[-1].message)
    assert page(loop).chosen is None and board(loop) == now


def test_one_leafs_from_turn_to_turn() -> None:
    """Go from turn to turn between the first and the present one."""
    loop, _ = played(3)
    history(loop)
    assert page(loop).turn == 3
    loop.send(Recall(0))
    for turn in (2, 1):
        earlier = page(loop).earlier
        assert earlier is not None and str(earlier.label) == recorded("Turn-turn", turn=turn)
        loop.send(earlier.message)
        assert page(loop).turn == turn and page(loop).chosen is None and page(loop).rows
    assert page(loop).earlier is None
    loop.send(present(page(loop).later).message)
    assert page(loop).turn == 2
    loop.send(ShowTurnEntries(77))
    assert page(loop).turn == 3 and page(loop).later is None


def test_one_goes_back_to_an_entry() -> None:
    """Go back to an entry by instructions, at that very instruction."""
    loop, shown = played()
    history(loop)
    number = len(shown) // 2
    loop.send(Recall(number))
    back = page(loop).back_to
    assert back is not None and str(back.label) == recorded("Back-to-here")
    loop.send(back.message)
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert loop.view.page == "play" and str(loop.view.body.instruction.words) == shown[number][1]
    assert board(loop) == shown[number][2]
    assert [str(row.words) for row in history(loop)] == [
        words for _, words, _ in shown[: number + 1]
    ]


def test_one_cannot_go_back_to_the_present() -> None:
    """List the present instruction without a way to it."""
    loop = begun(board=shipped())
    ready(loop, 1)
    ready(loop, 2)
    assert len(history(loop)) == 1
    loop.send(Recall(0))
    assert page(loop).chosen == 0 and page(loop).back_to is None


def test_what_comes_before_the_registers_is_told() -> None:
    """List rests and locks before the registers, but no numbers of cards."""
    loop, _ = played()
    loop.send(ApplyCorrection(SetDamage(1, 6)))
    done(loop)
    ready(loop, 1)
    ready(loop, 2, PUSH)
    rows = [row for row in history(loop) if str(row.when) == "Before the registers"]
    assert [(str(row.words), row.rule) for row in rows] == [
        (recorded("BRASS-is-dealt-3-cards-slots"), "6.3.1"),
        (recorded("COPPER-will-rest-next-turn"), "6.5.2"),
    ]
    loop.send(ClosePage("history"))
    play_out(loop, "summary")
    done(loop)
    rows = [row for row in history(loop) if str(row.when) == "Before the registers"]
    assert [str(row.words) for row in rows] == recorded("COPPER-rests-this-turn")


def test_what_people_did_is_marked() -> None:
    """Mark corrections with author and reason at their moment, on the map, too."""
    loop, _ = played()
    start = place(loop, 1)[0]
    loop.send(ApplyCorrection(PutOn(1, "A9", 1), "COPPER", "bumped"))
    done(loop)
    (row,) = [row for row in history(loop) if row.by_hand]
    assert (str(row.when), str(row.words), str(row.note)) == (
        recorded("After-the-turn"),
        recorded("BRASS-from-start-to-A9-facing", start=start),
        recorded("corrected-by-COPPER-bumped"),
    )
    loop.send(row.message)
    assert [(move.start, move.end) for move in board(loop).moves] == [(start, "A9")]
    assert next(clank for clank in board(loop).pieces if clank.seat == 1).square == start


def test_a_change_in_mid_register_is_listed_with_its_instruction() -> None:
    """List a correction in mid-register when decided and when carried out."""
    loop = begun(board=shipped())
    ready(loop, 1)
    ready(loop, 2)
    loop.send(ApplyCorrection(PutOn(1, "A9", 1), "", "bumped"))
    play_out(loop, "summary")
    rows = [row for row in history(loop) if row.by_hand]
    assert [str(row.note) for row in rows] == [recorded("corrected-bumped"), ""] and str(
        rows[0].words
    ) == recorded("After-this-register-BRASS-from")
    assert all(str(row.when) == recorded("Register-1") for row in rows)
    loop.send(rows[0].message)
    assert (
        board(loop).moves[0].start
        == next(clank for clank in board(loop).pieces if clank.seat == 1).square
    )


def test_changes_without_anybody_to_name_are_marked_too() -> None:
    """Mark corrections without an author, before the first turn and while programming."""
    loop = evening()
    loop.send(Begin())
    loop.send(ApplyCorrection(PutOn(1, "A3", 0)))
    done(loop)
    loop.send(ApplyCorrection(SetPower(2, True, False), "everybody"))
    rows = history(loop)
    assert [(str(row.when), str(row.words), str(row.note)) for row in rows] == [
        recorded("Before-the-registers"),
        recorded("Before-the-registers-2"),
    ]


def test_instructions_that_were_passed_over_are_told_in_one_entry() -> None:
    """List skipped instructions in one entry with their words."""
    loop, same = begun(board=shipped()), begun(board=shipped())
    for one in (loop, same):
        ready(one, 1)
        ready(one, 2)
    words = [instruction.words for instruction in match(loop).shown.script]
    loop.send(ApplyCorrection(Skip(), "BRASS"))
    (row,) = [row for row in history(loop) if row.by_hand]
    assert str(row.words) == "; ".join(words) and str(row.when) == recorded("Register-1")


def test_flags_lie_as_they_lay() -> None:
    """Show a flag where it was before it was moved."""
    loop, _ = played()
    before = board(loop).markers
    loop.send(ApplyCorrection(MoveFlag(1, "A10")))
    done(loop)
    history(loop)
    assert board(loop).markers != before
    loop.send(Recall(0))
    assert board(loop).markers == before


def test_a_clank_is_where_it_was_before_it_was_parked() -> None:
    """Show a clank where it was before it was parked, also after an undo."""
    loop, _ = played()
    start = place(loop, 2)[0]
    loop.send(ApplyCorrection(Park(2)))
    done(loop)
    (row,) = [row for row in history(loop) if row.by_hand]
    loop.send(row.message)
    assert (
        next(clank for clank in board(loop).pieces if clank.seat == 2).square == start
        and board(loop).moves[0].end is None
    )


def test_a_long_race_is_not_walked_through_for_its_last_turn() -> None:
    """Read only the moments of the shown turn and later ones."""
    loop, _ = played(4)
    looked: list[int] = []

    class Watched:
        """The past of a race, counting its reads."""

        def __init__(self, point: UndoPoint) -> None:
            self._moment = point

        def __getattr__(self, name: str) -> object:
            if name == "match":
                looked.append(self._moment.number)
            found = getattr(self._moment, name)
            return Watched(found) if name == "past" and found is not None else found

    loop.session = loop.session._replace(
        timeline=loop.session.timeline._replace(
            past=Watched(present(loop.session.timeline.previous))  # type: ignore[arg-type]
        )
    )
    rows = history(loop)
    assert rows and min(looked) >= loop.session.timeline.number - len(rows) - 4
