"""A deck by touch: begun, named, typed, finished, chosen and played, at every window size."""

from __future__ import annotations

from typing import Any, Final

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games.api import Game
from companion.games.decks import deck_title
from companion.session.lobby.arrangement import DeckEntry
from companion.session.pages.decks import DecksLoaded
from companion.session.view import PROGRAM, SEATS
from companion.ui.widgets.keyboard import SPACE
from tests.games.test_own_decks import MINE
from tests.recorded import recorded
from tests.ui.stand import SIZES, Stand, on_stand

HALF: Final = MINE.replace("copies = 12", "copies = 5", 1).replace("Mine", "Half")


def setup(game: Game, *messages: object) -> EventLoop:
    """Return the first page, with a deck and half a deck."""
    loop = open_session(seed=3, players=("person", "random"), game=game)
    loop.send(DecksLoaded((DeckEntry("penned", "half", HALF), DeckEntry("penned", "mine", MINE))))
    for message in messages:
        loop.send(message)
    return loop


def plate(stand: Stand, label: str, group: str = "") -> Any:
    """Return the button for a choice, scrolled into sight, where alone it exists."""
    scroll_list, rows = stand.screen.scroll_list, stand.screen.groups.made
    at = next(
        at
        for at, row in enumerate(rows)
        if group in str(row.group.title)
        and any(str(choice.label) == label for choice in row.group.choices)
    )
    # Where many stand in one group the finger looks for its own among them.
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        scroll_list.offset = max(
            0.0,
            min(
                scroll_list.beyond,
                scroll_list._tops[at] + part * scroll_list._heights[at] - scroll_list.height / 2,
            ),
        )
        stand.show(stand.screen.view)
        found = next(
            (one for one in getattr(rows[at], "plates", []) if str(one.choice.label) == label), None
        )
        if (
            found is not None
            and scroll_list.y < found.y + found.height / 2 < scroll_list.y + scroll_list.height
        ):
            return found
    raise AssertionError(f"{label!r} cannot be rolled to")


def typed(stand: Stand, name: str) -> None:
    """Type on the keyboard, letter by letter."""
    page = stand.screen.over
    for letter in name:
        stand.tap(page.keyboard.keys[letter if letter != " " else SPACE])
    stand.tap(page.finish)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_deck_by_touch(size: tuple[int, int], penned: Game) -> None:
    """Go from the first page to the cards in a hand."""
    loop = setup(penned)
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(plate(stand, "A copy"))
        typed(stand, "CATS")
        assert str(loop.view.title) == "Cats" and str(loop.view.hint) == recorded(
            "It-is-complete-and-can-be"
        )
        stand.tap(plate(stand, "Number 1"))
        stand.tap(plate(stand, "Name"))
        typed(stand, "TOM CAT")
        stand.tap(plate(stand, "more", "Copies"))
        stand.tap(plate(stand, "Lucky"))
        stand.tap(stand.screen.footer.back)
        assert str(loop.view.hint) == recorded("25-cards-of-24")
        stand.tap(plate(stand, "Number 2"))
        stand.tap(plate(stand, "less", "Copies"))
        stand.tap(stand.screen.footer.back)
        stand.tap(stand.screen.footer.back)
        stand.heard()
        stand.tap(plate(stand, "Cats", "Play with"))
        assert (
            loop.session.lobby.setup.deck == "deck-1"
            and str(deck_title(loop.session.config.game)) == "Cats"
        )
        stand.tap(stand.screen.footer.forward)
        assert loop.session.page == SEATS
        stand.tap(stand.screen.footer.forward)
        assert loop.session.page == PROGRAM
        assert {
            str(face.look.words)
            for code in loop.session.config.game.deck
            if (face := loop.session.config.game.face(code)) and face.look
        } >= {"Tom Cat", "Number 9"}


def test_what_cannot_be_says_why(penned: Game) -> None:
    """Say why half a deck is not played and a value too high; ask before deleting."""
    loop = setup(penned)
    with on_stand(SIZES[0], loop.view, loop) as stand:
        stand.tap(plate(stand, "Mine", "Play with"))
        assert loop.session.lobby.setup.deck == "mine"
        stand.heard()
        half = [one for one in stand.screen.groups.made[0].plates if one.choice.blocked]
        assert len(half) == 1 and str(half[0].choice.blocked) == recorded("17-cards-of-24")
        stand.tap(half[0])
        assert stand.heard() == [] and str(stand.screen.notice.words.text) == recorded(
            "17-cards-of-24-2"
        )
        stand.tap(plate(stand, "Mine", "Change"))
        stand.tap(plate(stand, "Delete the deck"))
        stand.tap(plate(stand, "Keep it"))
        assert len(loop.session.config.decks) == 2
        stand.tap(plate(stand, "Delete the deck"))
        stand.tap(plate(stand, "Delete it"))
        assert (
            [entry.key for entry in loop.session.config.decks] == ["half"]
            and loop.session.lobby.setup.deck == ""
            and loop.session.config.game is penned
        )
