"""The revealed programs in rows, and burnt commands on the tiles from the start of a turn."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop, open_session
from companion.engine.state import ACTIVE
from companion.gallery.race import EIGHT, LOCKED, playing, race, until
from companion.games import find_game
from companion.games.api import locks_of
from companion.games.scene import Face
from companion.session.messages import Begin, ChooseBoard, Confirm, Cover, SetFlow, Uncover
from companion.session.showing import view_of
from companion.session.view import OVER, PLAY, PROGRAM, PlayPage, ProgramPage
from tests.typed import present


def two_people(board: str = "welding-shop", seed: int = 2) -> EventLoop:
    """Return two people and six pilots, about to begin."""
    return race(ChooseBoard(board), players=("person", "person", *EIGHT[2:]), seed=seed)


def revealed(loop: EventLoop, turns: int) -> dict[tuple[int, int, int], Face]:
    """Return the cards revealed in some turns, by turn, seat and register; check every page."""
    found = dict[tuple[int, int, int], Face]()
    checked = 0
    while (
        loop.session.page != OVER
        and loop.session.match is not None
        and loop.session.match.shown.turn <= turns
    ):
        if loop.session.page == PLAY:
            match, body = loop.session.match, loop.view.body
            assert isinstance(body, PlayPage)
            found |= {
                (match.shown.turn, seat, match.shown.round): face
                for seat, face in match.shown.cards
            }
            pieces = {piece.seat: piece for piece in present(loop.view.board).pieces}
            assert [row.seat for row in body.programs] == list(loop.session.lobby.setup.playing)
            for row in body.programs:
                locked = locks_of(loop.session.config.game, match.position).get(row.seat, ())
                for slot, card in enumerate(row.cards, 1):
                    known = found.get((match.shown.turn, row.seat, slot))
                    if (
                        slot <= match.shown.round
                        and known is not None
                        and not pieces[row.seat].down
                    ):
                        assert card is not None and card.code == known.code
                    if slot > match.shown.round and card is not None:
                        assert slot in locked and card.code in {
                            face.code for face in found.values()
                        }
                    checked += 1
                assert row.out == (pieces[row.seat].status != ACTIVE) and bool(row.state) == (
                    row.out or pieces[row.seat].down
                )
                assert not row.state or not any(row.hidden)
        loop.send(Confirm(loop.session.revision))
    assert checked > 300
    return found


@pytest.mark.parametrize("flow", ["list", "single"])
def test_rows_hold_what_was_revealed_and_nothing_more(flow: str) -> None:
    """All commands of a register, and public burnt ones; a resting or dead clank has no more."""
    loop = race(SetFlow(flow), ChooseBoard("gorge-crossing"), seed=5)
    revealed(loop, 5)


def test_a_piece_that_is_destroyed_keeps_the_commands_it_has_played() -> None:
    """Its row says so, and shows the registers up to then."""
    loop = until(
        race(ChooseBoard("gorge-crossing")),
        playing(
            lambda view, page: any(row.out and row.cards[0] is not None for row in page.programs)
        ),
    )
    body = loop.view.body
    assert isinstance(body, PlayPage)
    row = next(row for row in body.programs if row.out and row.cards[0] is not None)
    last = max(slot for slot, card in enumerate(row.cards, 1) if card is not None)
    assert all(card is not None for card in row.cards[:last]) and str(row.state) == "out"


def test_burnt_commands_are_on_the_tiles_from_the_start() -> None:
    """Everybody's, even with covered hands; free slots show nothing."""
    loop = until(two_people(), LOCKED)
    seen = 0
    for words in ((), (Uncover(2),), (Cover(),)):
        for message in words:
            loop.send(message)
        body = loop.view.body
        assert isinstance(body, ProgramPage)
        for reader in body.readers:
            for number, slot in enumerate(reader.slots, 1):
                code = loop.session.readers.by_seat[reader.seat].row[number - 1].code
                if slot.locked and slot.filled:
                    assert slot.card is not None and slot.card.code == code
                    seen += 1
                elif not reader.uncovered:
                    assert slot.card is None
    assert seen >= 6


def test_a_card_in_the_place_of_a_burnt_one_is_not_shown() -> None:
    """Only the public card in that slot; another card there is secret."""
    loop = until(two_people(), LOCKED)
    body = loop.view.body
    assert isinstance(body, ProgramPage)
    reader = next(
        reader
        for reader in body.readers
        if reader.kind == "touch" and any(slot.locked for slot in reader.slots)
    )
    number = next(number for number, slot in enumerate(reader.slots, 1) if slot.locked)
    row = loop.session.readers.by_seat[reader.seat].row
    other = next(code for code in loop.session.config.game.deck if code != row[number - 1].code)
    swapped = tuple(
        reading._replace(code=other) if at == number else reading
        for at, reading in enumerate(row, 1)
    )
    readers = {
        **loop.session.readers.by_seat,
        reader.seat: loop.session.readers.by_seat[reader.seat]._replace(row=swapped),
    }
    shown = view_of(
        loop.session._replace(readers=loop.session.readers._replace(by_seat=readers))
    ).body
    assert (
        next(one for one in shown.readers if one.seat == reader.seat).slots[number - 1].card is None
    )
    assert loop.session.page == PROGRAM


def test_games_without_registers_have_no_rows() -> None:
    """Their cards are on the table."""
    loop = open_session(seed=3, players=("random",) * 3, game=find_game("diesel"))
    loop.send(Begin())
    while loop.session.page != PLAY:
        loop.send(Confirm(loop.session.revision))
    assert loop.view.body.programs == ()
