"""A session with an owner's deck: pilots in a worker, other cards, resumed without the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.loop import EventLoop, open_session, play_to_the_end
from companion.app.own_decks import brought_in, deck_path
from companion.app.worker_client import InWorker
from companion.games.api import Game
from companion.games.decks import Decks, own_deck
from companion.games.diesel.editing import HOUSE_COPY, DieselDecks, Put
from companion.games.diesel.game import GAME
from companion.pilots.base import pilots
from companion.session.messages import Begin, Confirm
from companion.session.pages.decks import ChooseDeck
from companion.session.past.replaying import mark_of
from companion.session.view import OVER, PLACE
from tests.kept import evening, say
from tests.odd_pilots import USUAL
from tests.recorded import recorded
from tests.typed import any_game, of_kind

DECKS = of_kind(DieselDecks, Decks.of(GAME))


@pytest.fixture(scope="module")
def text() -> str:
    """Return the house set with one renamed card, which discards others' cards of strength 2."""
    draft = DECKS.named(DECKS.renamed(DECKS.begun(HOUSE_COPY), "5", "Tin Opener"), "Tins")
    one = draft.combatants[5]
    targets = one.ability.targets._replace(least=2, most=2, whose="others")
    return DECKS.write(
        DECKS.edited(
            draft, Put(5, one._replace(ability=one.ability._replace(number="all", targets=targets)))
        )
    )


@pytest.fixture
def tins(text: str) -> Game:
    """Return the game with that deck."""
    return any_game(GAME.with_deck(text, "tins.deck.toml"))


def names(game: Game) -> set[str]:
    """Return the names of its cards."""
    return {str(face.look.words) for code in game.deck if (face := game.face(code)) and face.look}


def test_its_cards_are_those_of_the_deck(tins: Game) -> None:
    """Name cards by the deck, as the owner's, with words for abilities."""
    assert names(tins) ^ names(any_game(GAME)) == {"Tin Opener", "Brawler"}
    face = next(
        face
        for code in tins.deck
        if (face := tins.face(code)) and face.look and str(face.look.words) == "Tin Opener"
    )
    assert face.look is not None and "own card" in map(str, face.look.notes)
    assert str(face.look.full) == recorded("Instant-all-combatants-of-other-players")


def played(game: Game, beside: bool) -> str:
    """Return the hash after a Derby of pilots, which think here or in a worker."""
    loop = open_session(seed=5, players=("random", "novice", "random"), game=game)
    if beside:
        # No pilot is late, on a busy machine.
        loop.thinking = InWorker(pilots(), limit=3600.0, command=USUAL, clock=lambda: 0.0)
    loop.send(Begin())
    if loop.session.page == PLACE:
        loop.send(Confirm(loop.session.revision))
    now = iter(range(10**6))

    def wait(loop: EventLoop = loop) -> float:
        """Wait until the worker sends something."""
        if isinstance(loop.thinking, InWorker):
            loop.thinking.wait(0.1)
        return next(now) / 1000

    play_to_the_end(loop, 1, wait)
    # It has thought there, and not given the game up as unknown.
    assert not beside or (isinstance(loop.thinking, InWorker) and loop.thinking.pid is not None)
    mark = mark_of(loop.session)
    loop.close()
    return mark


def test_pilots_play_it_in_a_process_of_their_own(tins: Game) -> None:
    """Give pilots the deck's text, and play the same game as here."""
    assert played(tins, True) == played(tins, False) != ""


def test_a_race_with_it_goes_on_without_its_file(tmp_path: Path, text: str, tins: Game) -> None:
    """Play to the end with its deck after a power cut and deletion of the file."""
    key = brought_in(tmp_path, any_game(GAME), text, "tins.deck.toml")
    with evening(tmp_path, "random", "random", game=GAME, seed=2) as loop:
        say(loop, ChooseDeck(key), Begin())
        for _ in range(4):
            say(loop, Confirm(loop.session.revision))
        assert loop.session.match is not None and own_deck(loop.session.config.game) == text
        mark = mark_of(loop.session)
    deck_path(tmp_path, "diesel", key).unlink()
    with evening(tmp_path) as loop:
        assert loop.session.timeline.resume_check is not None
        say(loop, Confirm(loop.session.revision))
        if loop.session.timeline.resume_check is not None:
            say(loop, Confirm(loop.session.revision))
        assert mark_of(loop.session) == mark and names(loop.session.config.game) == names(tins)
        for _ in range(2000):
            if loop.session.page == OVER:
                break
            say(loop, Confirm(loop.session.revision))
        assert loop.session.page == OVER
