"""One clank in the debugging menu: put on squares, turned, parked and brought back, and everything that it has (rulebook 12)."""
from __future__ import annotations

from companion.session.messages import Begin, TouchSquare
from companion.session.view import PlayPage
from companion.shell import Shell
from tests.session.evenings import begun, done, evening, play_out, ready, shipped
from tests.session.menus import choices, do, find, match, open_menu, page, pick, piece, place, preview, shut, value


def clank(shell: Shell, name: str = "BRASS") -> None:
    """Open the menu at a clank."""
    open_menu(shell)
    pick(shell, name)


def carried_out(shell: Shell) -> list[str]:
    """Do what hands are told until the race goes on; what they were told."""
    told = []
    while shell.session.travel is not None:
        assert isinstance(shell.view.body, PlayPage)
        told.append(shell.view.body.instruction.words)
        done(shell)
    return told


def test_a_bumped_clank_is_put_back() -> None:
    """Touch the clank, then its square: the preview says it and shows the move, then hands are told, then the race goes on (12.2)."""
    shell = begun()
    clank(shell)
    assert shell.view.board is not None and shell.view.board.touchable
    shell.send(TouchSquare("B3"))
    assert preview(shell).words == ("BRASS: from A1 to B3, facing N",) and not preview(shell).refused
    assert [(move.start, move.end) for move in shell.view.board.moves] == [("A1", "B3")]
    do(shell)
    assert shell.view.page == "play" and shell.view.title == "Correction"
    assert carried_out(shell) == ["BRASS: from A1 to B3, facing N"]
    assert shell.view.page == "program" and place(shell, 1) == ("B3", "N")
    assert shell.session.menu is None and shell.session.past is not None and shell.session.past.left_by is not None
    assert shell.session.past.left_by.words == ("BRASS: from A1 to B3, facing N",)


def test_its_heading_is_chosen_before_it_is_put() -> None:
    """Chips for the four headings stand beside the preview, and another square can still be touched."""
    shell = begun()
    clank(shell)
    shell.send(TouchSquare("B3"))
    pick(shell, "E", "Facing")
    assert find(shell, "E").chosen and preview(shell).words == ("BRASS: from A1 to B3, facing E",)
    shell.send(TouchSquare("D2"))
    assert preview(shell).words == ("BRASS: from A1 to D2, facing E",)
    do(shell)
    assert place(shell, 1) == ("D2", "E")


def test_impossible_squares_are_refused_with_the_reason() -> None:
    """A pit, another clank, and where it stands already; the preview says which, and the same words answer the button (12.2 [E178])."""
    for square, words in (
        ("C2", "C2 is a pit: choose a square on which a clank can stand."),
        ("B1", "The clank of seat 2 COPPER stands on B1: choose a free square, or move that clank first."),
        ("A1", "Seat 1 BRASS stands on A1 already, facing N: choose another square or heading."),
    ):
        shell = begun()
        clank(shell)
        shell.send(TouchSquare("D3"))
        shell.send(TouchSquare(square))
        assert preview(shell).refused == words and preview(shell).words == ()
        before = match(shell)
        shell.send(preview(shell).do)
        assert shell.view.notice == words and match(shell) is before and shell.view.page == "menu"
        shell.send(preview(shell).drop)
        assert page(shell).preview is None and find(shell, "Left", "Turn it")


def test_a_clank_is_turned_on_its_square() -> None:
    """Left, right and about, each told to hands."""
    for label, heading, words in (("Left", "W", "turn left"), ("Right", "E", "turn right"), ("Round", "S", "turn round")):
        shell = begun()
        clank(shell)
        pick(shell, label)
        do(shell)
        assert carried_out(shell) == [f"BRASS on A1: {words}, now facing {heading}"]
        assert place(shell, 1) == ("A1", heading)


def test_a_parked_clank_is_brought_back_beside_its_checkpoint() -> None:
    """The free squares come nearest first; it comes back undamaged and facing as its checkpoint says (12.1, 12.3)."""
    shell = begun()
    clank(shell)
    pick(shell, "To parking")
    assert preview(shell).words == ("BRASS: from A1 to the parking row",)
    do(shell)
    carried_out(shell)
    assert place(shell, 1)[0] is None
    clank(shell)
    assert shell.view.title == "BRASS is parked"
    near = [choice.label for title, choice in choices(shell) if title == "Bring it back"]
    assert near[0] == "A1" and set(near[1:4]) == {"A2", "B2", "A3"} and "C2" not in near and "B1" not in near
    pick(shell, "B2")
    assert preview(shell).words == ("BRASS: from parking to B2, facing N",)
    do(shell)
    assert carried_out(shell) == ["BRASS: from parking to B2, facing N"]
    assert place(shell, 1) == ("B2", "N") and piece(shell, 1).damage == 0


def test_damage_goes_up_and_down_in_steps() -> None:
    """One preview however many steps; stepping back to what it has now drops it; the ends are blocked and say why."""
    shell = begun()
    clank(shell)
    assert find(shell, "less", "Damage").blocked == "Damage cannot be -1: choose a whole number from 0 to 9."
    for points in (1, 2, 3):
        pick(shell, "more", "Damage")
        assert value(shell, "Damage") == str(points)
    assert preview(shell).words == ("BRASS, damage: 3 (before: 0)",)
    do(shell)
    assert piece(shell, 1).damage == 3 and page(shell).preview is None and value(shell, "Damage") == "3"
    pick(shell, "more", "Damage")
    pick(shell, "less", "Damage")
    assert page(shell).preview is None
    for _ in range(6):
        pick(shell, "more", "Damage")
    assert find(shell, "more", "Damage").blocked


def test_lives_and_the_next_flag_are_set() -> None:
    """Nobody on the board is left without a life, and the last flag cannot be given away."""
    shell = begun()
    clank(shell)
    pick(shell, "less", "Lives")
    pick(shell, "less", "Lives")
    assert find(shell, "less", "Lives").blocked.startswith("The clank of seat 1 BRASS is on the board and needs a life")
    do(shell)
    assert piece(shell, 1).lives == "1"
    pick(shell, "more", "Next flag")
    assert "has won" in find(shell, "more", "Next flag").blocked
    do(shell)
    assert piece(shell, 1).flags == 1


def test_lives_without_limit_can_be_limited() -> None:
    """From no limit down to three; more than no limit there is not."""
    shell = begun(words={"lives": "inf"})
    clank(shell)
    assert value(shell, "Lives") == "no limit" and find(shell, "more", "Lives").blocked
    pick(shell, "less", "Lives")
    do(shell)
    assert piece(shell, 1).lives == "3"


def test_who_rests_is_set() -> None:
    """A clank that rests is not asked for cards any more; woken again it is not dealt new ones in this turn."""
    shell = begun()
    clank(shell)
    assert find(shell, "Awake").chosen
    pick(shell, "Rests now")
    do(shell)
    assert piece(shell, 1).down and [ask.seat for ask in match(shell).want.asks if ask.must] == [2]  # type: ignore[union-attr]
    assert find(shell, "Rests now").chosen
    pick(shell, "Rests next")
    do(shell)
    assert not piece(shell, 1).down


def test_checkpoints_are_forgotten_and_added() -> None:
    """The last one cannot be forgotten; the square on which it stands can be added."""
    shell = begun()
    clank(shell)
    assert find(shell, "A1, facing N").about == ""
    shell.send(TouchSquare("B3"))
    do(shell)
    carried_out(shell)
    clank(shell)
    pick(shell, "Add This square: B3, facing N")
    do(shell)
    labels = [choice.label for title, choice in choices(shell) if title == "Comes back on"]
    assert labels == ["B3, facing N", "A1, facing N"]
    pick(shell, "Forget A1, facing N")
    do(shell)
    assert [choice.label for title, choice in choices(shell) if title == "Comes back on"] == ["B3, facing N"]


def test_in_mid_register_a_change_comes_at_its_end() -> None:
    """The map and the preview say so; hands finish the register first, then do it, and the register after begins from there."""
    shell = begun(board=shipped())
    ready(shell, 1)
    ready(shell, 2)
    assert shell.view.page == "play"
    left = len(match(shell).script) - match(shell).at
    clank(shell)
    assert "after this register" in shell.view.hint
    start = place(shell, 1)[0]
    target = "A9"
    shell.send(TouchSquare(target))
    assert preview(shell).words[0].startswith("After this register: BRASS: from")
    do(shell)
    assert shell.view.page == "play" and len(match(shell).script) - match(shell).at == left + 1 and shell.session.travel is None
    for _ in range(left):
        assert match(shell).register == 1
        done(shell)
    body = shell.view.body
    assert isinstance(body, PlayPage) and body.part == "correction" and f"from {start} to {target}" in body.instruction.words
    assert body.instruction.why
    board = shell.view.board
    assert board is not None and board.moves[0].end == target
    done(shell)
    assert match(shell).before[0].square == target or match(shell).register > 1


def test_what_is_set_in_mid_register_is_seen_at_its_end() -> None:
    """The map shows damage as it was until the notice has been read."""
    shell = begun()
    ready(shell, 1)
    ready(shell, 2)
    clank(shell, "COPPER")
    for _ in range(4):
        pick(shell, "more", "Damage")
    do(shell)
    shut(shell)
    now = piece(shell, 2).damage
    while match(shell).register == 1 and shell.view.page == "play" and match(shell).at + 1 < len(match(shell).script):
        shown = next(found for found in shell.view.board.clanks if found.seat == 2)  # type: ignore[union-attr]
        assert shown.damage < now
        done(shell)
    assert shell.view.body.instruction.words == f"COPPER, damage: {now} (before: {now - 4})"  # type: ignore[union-attr]
    play_out(shell, "summary")


def test_before_the_first_turn_the_board_is_set_up_otherwise() -> None:
    """Hands are told by the page that tells them everything, so that nothing more is shown."""
    shell = evening()
    shell.send(Begin())
    clank(shell)
    shell.send(TouchSquare("A3"))
    do(shell)
    assert shell.view.page == "place" and "BRASS, seat 1: on A3, facing N" in shell.view.body.lines  # type: ignore[union-attr]
    done(shell)
    assert shell.view.page == "program" and place(shell, 1) == ("A3", "N")


def test_a_flag_is_moved() -> None:
    """Choose it, touch its new square: hands are told, the map, the setup and the race know it."""
    shell = begun()
    open_menu(shell)
    pick(shell, "Flags")
    pick(shell, "1 on E3")
    assert "flag 1" in shell.view.hint and shell.view.board.marks == ("E3",)  # type: ignore[union-attr]
    shell.send(TouchSquare("A3"))
    assert "2 on A3" in [choice.label for _, choice in choices(shell)] and find(shell, "2 on A3").chosen
    shell.send(TouchSquare("D3"))
    assert preview(shell).words == ("Flag 2: from A3 to D3",) and shell.view.board.marks == ("A3", "D3")  # type: ignore[union-attr]
    do(shell)
    assert carried_out(shell) == ["Flag 2: from A3 to D3"]
    assert shell.session.setup.flags == ("E3", "D3") == shell.session.house.game.flags(match(shell).position)
