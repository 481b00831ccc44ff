"""The page of elements: only those of the chosen board, before and during the race."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop
from companion.gallery.cardbot import CARDBOT_SCENES
from companion.gallery.diesel import DIESEL_SCENES
from companion.gallery.factory import FACTORY_SCENES
from companion.gallery.race import race, session_after
from companion.games.boards import Exhibits
from companion.games.cardbot.engine.events import Moved, Stayed, Visited
from companion.games.cardbot.game import CardbotDerby
from companion.games.programmed.turn import RacePosition
from companion.session.messages import ChooseBoard, OpenPage
from companion.session.pages.elements import ElementsPage, ElementsState, ListExhibits, ShowExhibit
from tests.games.cardbot.rounds import cardbot
from tests.typed import any_game, of_kind, present


def keys(loop: EventLoop) -> list[str]:
    """Return the keys of the listed elements."""
    return [row.exhibit.key for row in of_kind(ElementsPage, loop.view.body).rows]


@pytest.mark.parametrize("board", ("fountain-circus", "lighthouse-rock"))
def test_only_elements_of_the_chosen_board_are_listed(board: str) -> None:
    """List those of the board first, all by a touch, and keep the shown one where it is listed."""
    for loop in (session_after(ChooseBoard(board)), race(ChooseBoard(board))):
        words = present(loop.view.board).board.words
        loop.send(OpenPage("elements"))
        assert keys(loop) and set(keys(loop)) == words
        loop.send(ShowExhibit("turret"))
        assert of_kind(ElementsPage, loop.view.body).rows[0].chosen
        assert loop.view.on_forward == ListExhibits(True)
        loop.send(ListExhibits(True))
        assert len(keys(loop)) > 60
        loop.send(ShowExhibit("turret"))
        loop.send(ListExhibits(False))
        assert set(keys(loop)) == words and of_kind(ElementsPage, loop.view.body).rows[0].chosen


def test_the_abilities_of_a_deck_are_listed() -> None:
    """List each ability once, with a card and its sentence."""
    loop = DIESEL_SCENES["diesel-abilities"]()
    rows = of_kind(ElementsPage, loop.view.body).rows
    words = [str(row.exhibit.known.words) for row in rows]
    assert len(rows) > 12 and len({*words}) == len(words)
    assert all(row.exhibit.known.face is not None for row in rows)


def test_an_element_without_an_example_is_marked_on_the_board() -> None:
    """Mark the squares of each place of a grid, with a sentence about it."""
    loop = CARDBOT_SCENES["cardbot-elements"]()
    game = CardbotDerby()
    game.parts = {**game.parts, Exhibits: Exhibits()}
    loop.session = loop.session._replace(config=loop.session.config._replace(game=any_game(game)))
    for row in of_kind(ElementsPage, loop.view.body).rows:
        loop.send(row.tells)
        picture = present(loop.view.board)
        on_it = {
            square
            for element in picture.board.elements
            if element.word == row.exhibit.key
            for square in element.covers()
        }
        assert {*picture.marks} == on_it and row.exhibit.known.words and row.exhibit.known.art


def test_a_robot_meets_each_place_of_the_grids() -> None:
    """Show what each place does, by the events of the game."""
    expected = {
        "belt": "belt",
        "border": "move",
        "slippery": "slide",
        "start": "move",
        "sticky": "move",
        "teleport": "teleport",
    }
    exhibits = present(Exhibits.of(cardbot()))
    for key, cause in expected.items():
        passages = present(exhibits.example(key)).passages
        events = [event for passage in passages for event in passage.events]
        assert any(isinstance(one, Moved) and one.cause == cause for one in events), (key, events)
        assert any(isinstance(one, Stayed) for one in events) == (
            key in ("belt", "sticky", "teleport")
        )
    (visited,) = present(exhibits.example("target")).passages
    assert any(isinstance(one, Visited) for one in visited.events)
    assert exhibits.example("spoon") is None


def test_the_examples_of_the_factory_are_played_by_its_own_rules() -> None:
    """Show each element of the factory at work; a robot slides one square beyond the oil."""
    loop = FACTORY_SCENES["factory-elements"]()
    for row in of_kind(ElementsPage, loop.view.body).rows:
        loop.send(row.tells)
        assert loop.session.open_state("elements", ElementsState).frames, row.exhibit.key
    loop.send(ShowExhibit("oil"))
    page = of_kind(ElementsPage, loop.view.body)
    oil = next(row.exhibit.known for row in page.rows if row.chosen)
    assert oil.rule == "IDF08"
    last = loop.session.open_state("elements", ElementsState).frames[-1]
    assert of_kind(RacePosition, last.match.position).state.clanks[0].square == "F1"
