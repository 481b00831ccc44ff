"""The history: every turn as it was played, with rules, reasons, what people changed, and the board as it was."""
from __future__ import annotations


from companion.engine.changes import MoveFlag, Park, PutOn, SetDamage, SetPower
from companion.session.messages import Begin, CloseMenu, Decide, LookBack, OpenMenu, Recall, Skip
from companion.session.session import Moment, replace
from companion.session.view import BoardPicture
from companion.session.view_menu import HistoryPage, HistoryRow
from companion.shell import Shell
from companion.signals import PUSH
from tests.session.evenings import begun, done, evening, play_out, ready, shipped
from tests.session.menus import match, place


def page(shell: Shell) -> HistoryPage:
    """What the history shows."""
    assert shell.view.page == "history" and isinstance(shell.view.body, HistoryPage)
    return shell.view.body


def history(shell: Shell) -> tuple[HistoryRow, ...]:
    """Open it; its rows."""
    shell.send(OpenMenu("history"))
    return page(shell).rows


def board(shell: Shell) -> BoardPicture:
    """The map."""
    assert shell.view.board is not None
    return shell.view.board


def played(turns: int = 1, **how: object) -> tuple[Shell, list[tuple[str, str, BoardPicture]]]:
    """Some turns of a race of two people, and every instruction as it was shown: register, words, map."""
    shell = begun(board=shipped(), **how)  # type: ignore[arg-type]
    shown: list[tuple[str, str, BoardPicture]] = []
    for turn in range(turns):
        if turn:
            done(shell)
        ready(shell, 1)
        ready(shell, 2)
        while shell.session.page == "play":
            body = shell.view.body
            shown.append((shell.view.title.split(", ")[1], body.instruction.words, board(shell)))  # type: ignore[union-attr]
            done(shell)
    return shell, shown


def test_a_turn_is_listed_as_it_was_shown() -> None:
    """Every instruction in order, under its register, with its rule and the reason."""
    shell, shown = played()
    rows = history(shell)
    assert [(row.when.lower(), row.words) for row in rows] == [(when, words) for when, words, _ in shown]
    assert all(row.rule and row.why and not row.by_hand for row in rows)
    assert page(shell).turn == 1 and page(shell).earlier is None and page(shell).later is None and page(shell).chosen is None


def test_an_entry_shows_the_board_as_it_was() -> None:
    """Clanks, arrows, beams and marks, just as they were shown then; touched again it shows the present."""
    shell, shown = played()
    now = shell.view.board
    for number, row in enumerate(history(shell)):
        shell.send(row.message)
        assert page(shell).chosen == number and board(shell) == shown[number][2]
    shell.send(page(shell).rows[-1].message)
    assert page(shell).chosen is None and board(shell) == now


def test_one_leafs_from_turn_to_turn() -> None:
    """Earlier and later, up to the first and the present one; each begins without a chosen entry."""
    shell, _ = played(3)
    history(shell)
    assert page(shell).turn == 3
    shell.send(Recall(0))
    for turn in (2, 1):
        earlier = page(shell).earlier
        assert earlier is not None and earlier.label == f"Turn {turn}"
        shell.send(earlier.message)
        assert page(shell).turn == turn and page(shell).chosen is None and page(shell).rows
    assert page(shell).earlier is None
    shell.send(page(shell).later.message)  # type: ignore[union-attr]
    assert page(shell).turn == 2
    shell.send(LookBack(77))
    assert page(shell).turn == 3 and page(shell).later is None


def test_one_goes_back_to_an_entry() -> None:
    """Hands are told how; then the race stands at that very instruction."""
    shell, shown = played()
    history(shell)
    number = len(shown) // 2
    shell.send(Recall(number))
    back = page(shell).back_to
    assert back is not None and back.label == "Back to here"
    shell.send(back.message)
    while shell.session.travel is not None:
        done(shell)
    assert shell.view.page == "play" and shell.view.body.instruction.words == shown[number][1]  # type: ignore[union-attr]
    assert board(shell) == shown[number][2]
    assert [row.words for row in history(shell)] == [words for _, words, _ in shown[: number + 1]]


def test_one_cannot_go_back_to_the_present() -> None:
    """The instruction that is shown now is in the list, but leads nowhere."""
    shell = begun(board=shipped())
    ready(shell, 1)
    ready(shell, 2)
    assert len(history(shell)) == 1
    shell.send(Recall(0))
    assert page(shell).chosen == 0 and page(shell).back_to is None


def test_what_comes_before_the_registers_is_told() -> None:
    """Who rests and who will, and which cards are locked; not who was dealt how many."""
    shell, _ = played()
    shell.send(Decide(SetDamage(1, 6)))
    done(shell)
    ready(shell, 1)
    ready(shell, 2, PUSH)
    rows = [row for row in history(shell) if row.when == "Before the registers"]
    assert [(row.words, row.rule) for row in rows] == [
        ("BRASS is dealt 3 cards; slots 4, 5 locked", "6.3.1"), ("COPPER will rest next turn", "6.5.2"),
    ]
    shell.send(CloseMenu())
    play_out(shell, "summary")
    done(shell)
    rows = [row for row in history(shell) if row.when == "Before the registers"]
    assert any(row.words.startswith("COPPER rests this turn") for row in rows)


def test_what_people_did_is_marked() -> None:
    """Who did it and why stands with it, under the part of the turn in which it was done; the map shows what was moved."""
    shell, _ = played()
    start = place(shell, 1)[0]
    shell.send(Decide(PutOn(1, "A9", 1), "COPPER", "bumped"))
    done(shell)
    (row,) = [row for row in history(shell) if row.by_hand]
    assert (row.when, row.words, row.note) == ("After the turn", f"BRASS: from {start} to A9, facing E", "put right by COPPER: bumped")
    shell.send(row.message)
    assert [(move.start, move.end) for move in board(shell).moves] == [(start, "A9")]
    assert next(clank for clank in board(shell).clanks if clank.seat == 1).square == start


def test_a_change_in_mid_register_is_listed_with_its_instruction() -> None:
    """Once where it was decided, once where hands carried it out; both are marked."""
    shell = begun(board=shipped())
    ready(shell, 1)
    ready(shell, 2)
    shell.send(Decide(PutOn(1, "A9", 1), "", "bumped"))
    play_out(shell, "summary")
    rows = [row for row in history(shell) if row.by_hand]
    assert [row.note for row in rows] == ["put right: bumped", ""] and rows[0].words.startswith("After this register: BRASS: from")
    assert all(row.when == "Register 1" for row in rows)
    shell.send(rows[0].message)
    assert board(shell).moves[0].start == next(clank for clank in board(shell).clanks if clank.seat == 1).square


def test_changes_without_anybody_to_name_are_marked_too() -> None:
    """Before the first turn, and while programs are chosen."""
    shell = evening()
    shell.send(Begin())
    shell.send(Decide(PutOn(1, "A3", 0)))
    done(shell)
    shell.send(Decide(SetPower(2, True, False), "everybody"))
    rows = history(shell)
    assert [(row.when, row.words, row.note) for row in rows] == [
        ("Before the registers", "BRASS: from A1 to A3, facing N", "put right"),
        ("Before the registers", "COPPER, power: rests this turn (before: awake)", "put right by everybody"),
    ]


def test_instructions_that_were_passed_over_are_told_in_one_entry() -> None:
    """Their words are not lost."""
    shell, same = begun(board=shipped()), begun(board=shipped())
    for one in (shell, same):
        ready(one, 1)
        ready(one, 2)
    words = [told.words for told in match(shell).script]
    shell.send(Decide(Skip(), "BRASS"))
    (row,) = [row for row in history(shell) if row.by_hand]
    assert row.words == "; ".join(words) and row.when == "Register 1"


def test_flags_lie_as_they_lay() -> None:
    """An old entry shows a flag where it was before it was moved."""
    shell, _ = played()
    before = board(shell).flags
    shell.send(Decide(MoveFlag(1, "A10")))
    done(shell)
    history(shell)
    assert board(shell).flags != before
    shell.send(Recall(0))
    assert board(shell).flags == before


def test_a_clank_is_where_it_was_before_it_was_parked() -> None:
    """The history of a parked clank, and going back before it."""
    shell, _ = played()
    start = place(shell, 2)[0]
    shell.send(Decide(Park(2)))
    done(shell)
    (row,) = [row for row in history(shell) if row.by_hand]
    shell.send(row.message)
    assert next(clank for clank in board(shell).clanks if clank.seat == 2).square == start and board(shell).moves[0].end is None


def test_a_long_race_is_not_walked_through_for_its_last_turn() -> None:
    """Only the moments of the turn that is shown, and those after it, are looked at."""
    shell, _ = played(4)
    looked: list[int] = []

    class Watched:
        """The past of a race, counting who looks at it."""

        def __init__(self, moment: Moment) -> None:
            self._moment = moment

        def __getattr__(self, name: str) -> object:
            if name == "match":
                looked.append(self._moment.number)
            found = getattr(self._moment, name)
            return Watched(found) if name == "past" and found is not None else found

    assert shell.session.past is not None
    shell.session = replace(shell.session, past=Watched(shell.session.past))
    rows = history(shell)
    assert rows and min(looked) >= shell.session.number - len(rows) - 4
