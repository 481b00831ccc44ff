"""One clank in the menu: placed, turned, parked, returned, and its values (rulebook 12)."""

from __future__ import annotations

from companion.app.loop import EventLoop
from companion.games.asking import Questions
from companion.games.race.game import RaceGame
from companion.session.messages import Begin, TouchSquare
from companion.session.view import BoardPicture, PlayPage
from tests.english import english
from tests.recorded import recorded
from tests.session.evenings import begun, done, evening, opening, play_out, ready, shipped
from tests.session.menus import (
    choices,
    condition,
    do,
    find,
    match,
    open_menu,
    page,
    pick,
    piece,
    place,
    preview,
    shut,
    value,
)
from tests.typed import of_kind, present


def clank(loop: EventLoop, name: str = "BRASS") -> None:
    """Open the menu at a clank."""
    open_menu(loop)
    pick(loop, name)


def carried_out(loop: EventLoop) -> list[str]:
    """Carry out instructions until the race goes on; return them."""
    lines = []
    while loop.session.timeline.table_sync is not None:
        assert isinstance(loop.view.body, PlayPage)
        lines.append(str(loop.view.body.instruction.words))
        done(loop)
    return lines


def test_a_bumped_clank_is_put_back() -> None:
    """Put a clank back by touching it and its square: preview, instruction, race (12.2)."""
    loop = begun()
    clank(loop)
    assert loop.view.board is not None and loop.view.board.touchable
    loop.send(TouchSquare("B3"))
    assert (
        preview(loop).words == recorded("BRASS-from-A1-to-B3-facing") and not preview(loop).refused
    )
    assert [(move.start, move.end) for move in loop.view.board.moves] == [("A1", "B3")]
    do(loop)
    assert loop.view.page == "play" and str(loop.view.title) == recorded("Correction")
    assert carried_out(loop) == recorded("BRASS-from-A1-to-B3-facing-N")
    assert loop.view.page == "program" and place(loop, 1) == ("B3", "N")
    assert (
        not loop.session.is_open("menu")
        and loop.session.timeline.previous is not None
        and loop.session.timeline.previous.left_by is not None
    )
    assert tuple(map(str, loop.session.timeline.previous.left_by.words)) == recorded(
        "BRASS-from-A1-to-B3-facing-N-2"
    )


def test_its_heading_is_chosen_before_it_is_put() -> None:
    """Choose a heading or another square beside the preview."""
    loop = begun()
    clank(loop)
    loop.send(TouchSquare("B3"))
    pick(loop, "E", "Facing")
    assert find(loop, "E").chosen and preview(loop).words == recorded("BRASS-from-A1-to-B3-facing")
    loop.send(TouchSquare("D2"))
    assert preview(loop).words == recorded("BRASS-from-A1-to-D2-facing")
    do(loop)
    assert place(loop, 1) == ("D2", "E")


def test_impossible_squares_are_refused_with_the_reason() -> None:
    """Refuse a pit, another clank's square and its own, in preview and button (12.2 [E178])."""
    for square, why in (
        ("C2", "a-pit"),
        ("B1", "COPPER-stands-there"),
        ("A1", "BRASS-stands-there"),
    ):
        loop = begun()
        clank(loop)
        loop.send(TouchSquare("D3"))
        loop.send(TouchSquare(square))
        assert preview(loop).refused == recorded(why) and preview(loop).words == ()
        before = match(loop)
        loop.send(preview(loop).do)
        assert loop.view.notice == recorded(why)
        assert match(loop) is before and loop.view.page == "menu"
        loop.send(preview(loop).drop)
        assert page(loop).preview is None and find(loop, "Left", "Turn it")


def test_a_clank_is_turned_on_its_square() -> None:
    """Turn a clank left, right and about, by instructions."""
    for label, heading in (("Left", "W"), ("Right", "E"), ("Round", "S")):
        loop = begun()
        clank(loop)
        pick(loop, label)
        do(loop)
        assert carried_out(loop) == recorded(f"BRASS-on-A1-faces-{heading}")
        assert place(loop, 1) == ("A1", heading)


def test_a_parked_clank_is_brought_back_beside_its_checkpoint() -> None:
    """The nearest free squares first; undamaged, with the checkpoint's heading (12.1, 12.3)."""
    loop = begun()
    clank(loop)
    pick(loop, "To parking")
    assert preview(loop).words == recorded("BRASS-from-A1-to-the-parking")
    do(loop)
    carried_out(loop)
    assert place(loop, 1)[0] is None
    clank(loop)
    assert str(loop.view.title) == recorded("BRASS-is-parked")
    near = [choice.label for title, choice in choices(loop) if title == "Bring it back"]
    assert (
        near[0] == "A1"
        and set(near[1:4]) == {"A2", "B2", "A3"}
        and "C2" not in near
        and "B1" not in near
    )
    pick(loop, "B2")
    assert preview(loop).words == recorded("BRASS-from-parking-to-B2-facing")
    do(loop)
    assert carried_out(loop) == recorded("BRASS-from-parking-to-B2-facing-N")
    assert place(loop, 1) == ("B2", "N") and condition(loop, 1).damage == 0


def test_damage_goes_up_and_down_in_steps() -> None:
    """Count damage up and down in one preview, with blocked ends."""
    loop = begun()
    clank(loop)
    assert find(loop, "less", "Damage").blocked == recorded("Damage-cannot-be-1-choose-a")
    for points in (1, 2, 3):
        pick(loop, "more", "Damage")
        assert value(loop, "Damage") == str(points)
    assert preview(loop).words == recorded("BRASS-damage-3-before-0")
    do(loop)
    assert (
        condition(loop, 1).damage == 3
        and page(loop).preview is None
        and value(loop, "Damage") == "3"
    )
    pick(loop, "more", "Damage")
    pick(loop, "less", "Damage")
    assert page(loop).preview is None
    for _ in range(6):
        pick(loop, "more", "Damage")
    assert find(loop, "more", "Damage").blocked


def test_lives_and_the_next_flag_are_set() -> None:
    """Keep a life for a clank on the board, and the last flag untouched."""
    loop = begun()
    clank(loop)
    pick(loop, "less", "Lives")
    pick(loop, "less", "Lives")
    assert find(loop, "less", "Lives").blocked == recorded("The-clank-of-seat-1-BRASS")
    do(loop)
    assert condition(loop, 1).lives == 1
    pick(loop, "more", "Next flag")
    assert find(loop, "more", "Next flag").blocked == recorded("touching-it-wins")
    do(loop)
    assert condition(loop, 1).flags == 1


def test_lives_without_limit_can_be_limited() -> None:
    """Limit endless lives from three down."""
    loop = begun(words={"lives": "inf"})
    clank(loop)
    assert value(loop, "Lives") == "no limit" and find(loop, "more", "Lives").blocked
    pick(loop, "less", "Lives")
    do(loop)
    assert condition(loop, 1).lives == 3


def test_who_rests_is_set() -> None:
    """Ask no cards of a resting clank, and deal none to a woken one."""
    loop = begun()
    clank(loop)
    assert find(loop, "Awake").chosen
    pick(loop, "Rests now")
    do(loop)
    assert piece(loop, 1).down and [
        ask.seat for ask in of_kind(Questions, match(loop).next_step).asks if ask.must
    ] == [2]
    assert find(loop, "Rests now").chosen
    pick(loop, "Rests next")
    do(loop)
    assert not piece(loop, 1).down


def test_checkpoints_are_forgotten_and_added() -> None:
    """Forget checkpoints but the last, and add the present square."""
    loop = begun()
    clank(loop)
    assert find(loop, "A1, facing N").about == ""
    loop.send(TouchSquare("B3"))
    do(loop)
    carried_out(loop)
    clank(loop)
    pick(loop, "Add This square: B3, facing N")
    do(loop)
    labels = [choice.label for title, choice in choices(loop) if title == "Comes back on"]
    assert labels == ["B3, facing N", "A1, facing N"]
    pick(loop, "Remove A1, facing N")
    do(loop)
    assert [
        str(choice.label) for title, choice in choices(loop) if title == "Comes back on"
    ] == recorded("B3-facing-N")


def test_in_mid_register_a_change_comes_at_its_end() -> None:
    """Apply a correction at the end of the register, and say so."""
    loop = begun(board=shipped())
    ready(loop, 1)
    ready(loop, 2)
    assert loop.view.page == "play"
    left = len(match(loop).shown.script) - match(loop).shown.at
    clank(loop)
    assert str(loop.view.hint) == recorded("after-this-register")
    start = place(loop, 1)[0]
    target = "A9"
    loop.send(TouchSquare(target))
    assert preview(loop).words[0] == recorded("After-this-register-BRASS-from")
    do(loop)
    assert (
        loop.view.page == "play"
        and len(match(loop).shown.script) - match(loop).shown.at == left + 1
        and loop.session.timeline.table_sync is None
    )
    for _ in range(left):
        assert match(loop).shown.round == 1
        done(loop)
    body = loop.view.body
    assert (
        isinstance(body, PlayPage)
        and body.part == "correction"
        and str(body.instruction.words)
        == recorded("from-start-to-target", start=start, target=target)
    )
    assert body.instruction.why
    board = loop.view.board
    assert board is not None and board.moves[0].end == target
    done(loop)
    assert opening(loop)[0].square == target or match(loop).shown.round > 1


def test_what_is_set_in_mid_register_is_seen_at_its_end() -> None:
    """Show damage on the map after its notice."""
    loop = begun()
    ready(loop, 1)
    ready(loop, 2)
    clank(loop, "COPPER")
    for _ in range(4):
        pick(loop, "more", "Damage")
    do(loop)
    shut(loop)
    now = condition(loop, 2).damage
    while (
        match(loop).shown.round == 1
        and loop.view.page == "play"
        and match(loop).shown.at + 1 < len(match(loop).shown.script)
    ):
        shown = next(found for found in present(loop.view.board).pieces if found.seat == 2)
        assert sum(badge.ticks for badge in shown.badges) < now
        done(loop)
    assert str(loop.view.body.instruction.words) == recorded(
        "COPPER-damage-now-before", now=now, now2=now - 4
    )
    play_out(loop, "summary")


def test_before_the_first_turn_the_board_is_set_up_otherwise() -> None:
    """Tell corrections before the first turn by the placing page alone."""
    loop = evening()
    loop.send(Begin())
    clank(loop)
    loop.send(TouchSquare("A3"))
    do(loop)
    assert loop.view.page == "place" and english(
        tuple(line.words for line in loop.view.body.lines)
    ) == recorded("BRASS-seat-1-on-A3-facing")
    done(loop)
    assert loop.view.page == "program" and place(loop, 1) == ("A3", "N")


def test_a_flag_is_moved() -> None:
    """Move a flag by touch in map, setup and race."""
    loop = begun()
    open_menu(loop)
    pick(loop, "Flags")
    pick(loop, "1 on E3")
    assert str(loop.view.hint) == recorded("flag-1") and loop.view.board.marks == ("E3",)  # type: ignore[union-attr]
    loop.send(TouchSquare("A3"))
    assert ([str(choice.label) for _, choice in choices(loop)]) == recorded("2-on-A3") and find(
        loop, "2 on A3"
    ).chosen
    loop.send(TouchSquare("D3"))
    assert preview(loop).words == recorded("Flag-2-from-A3-to-D3") and of_kind(
        BoardPicture, loop.view.board
    ).marks == (
        "A3",
        "D3",
    )
    do(loop)
    assert carried_out(loop) == recorded("Flag-2-from-A3-to-D3-2")
    assert (
        loop.session.lobby.setup.markers
        == ("E3", "D3")
        == of_kind(RaceGame, loop.session.config.game).flags(match(loop).position)
    )
