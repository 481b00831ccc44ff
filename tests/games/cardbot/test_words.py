"""Texts beside instructions: states, winners, facts, rules, and the story of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games.api import TurnRecord
from companion.games.cardbot.engine.cards import card_of
from companion.games.cardbot.engine.events import (
    BELT,
    MOVE,
    PING,
    SHOVE,
    CommandBegan,
    Event,
    Moved,
    RoundBegan,
    Visited,
)
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.engine.turn import begin_round
from companion.games.cardbot.look import face_of
from companion.games.cardbot.narration.facts import CardbotFacts
from companion.games.cardbot.narration.recap import recap
from companion.games.cardbot.narration.standing import (
    headline,
    pieces_of,
    places_between,
    standings,
    to_go,
    verdict,
)
from companion.games.cardbot.narration.why import SENTENCES, in_full, why
from companion.games.cardbot.places import board_of_grid
from companion.games.cardbot.stages import DEALING, CardbotPosition
from companion.games.parts import Facts
from companion.games.scene import (
    AboutCard,
    AboutPiece,
    AboutRule,
    AboutSquare,
    Scene,
    Subject,
)
from tests.games.cardbot.plays import NAMES, commanded, program, rounds, standing
from tests.games.cardbot.rounds import cardbot
from tests.recorded import recorded
from tests.typed import present

SOURCE = Path(__file__).parents[3] / "companion" / "games" / "cardbot"


# ---- The rules -----------------------------------------------------------------------------------


def test_every_number_of_the_rules_has_a_sentence() -> None:
    """Have a sentence for 18 rules, 36 rulings, and every number in the source."""
    assert set(SENTENCES) == {
        *(f"CB{number:02}" for number in range(1, 19)),
        *(f"CBR{number:02}" for number in range(1, 37)),
    }
    named = {
        number
        for path in SOURCE.glob("*.py")
        for number in re.findall(r'"(CBR?\d\d)"', path.read_text("utf-8"))
    }
    assert named and named <= set(SENTENCES)
    sentences = [str(words) for words in SENTENCES.values()]
    assert len(set(sentences)) == len(sentences) and all(
        words[0].isupper() and words.endswith(".") for words in sentences
    )


@pytest.mark.parametrize(
    ("rule", "move", "words"),
    [
        ("CB08", "3H", "A-3-or-a-7-turns"),
        ("CB08", "9S2", "A-5-or-a-9-turns"),
        (
            "CB08",
            "4C",
            "A-4-or-an-8-turns",
        ),
        ("CB08", "2D", "A-2-or-a-6-turns"),
        (
            "CB07",
            "TD",
            "A-10-takes-the-robot-one",
        ),
        ("CB99", "", "nothing"),
    ],
)
def test_a_rule_about_a_card(rule: str, move: str, words: str) -> None:
    """Explain a card by its rule, and an unknown number by nothing."""
    assert str(why(rule, move)) == recorded(words)


def test_a_rule_in_full_says_more() -> None:
    """Explain a rule in full with the card and further cases, each once."""
    paragraphs = [str(words) for words in in_full("CB08", "3H")]
    assert paragraphs[:2] == [str(why("CB08", "3H")), str(why("CB08"))] and len(paragraphs) == 3


# ---- Standings -----------------------------------------------------------------------------------


def test_the_way_leads_round_the_tube() -> None:
    """Count the way around the tube, three columns at most, without turns."""
    assert (
        places_between("A1", "B7") == 7
        and places_between("G2", "B7") == 7
        and places_between("A1", "G1") == 1
    )
    state = standing("1 A1 N", "2 C1 N", "3 E1 N", "4 G2 N")
    assert to_go(state) == {1: 7, 2: 7, 3: 9, 4: 7}
    with_jack = standing("1 A1 N", "2 C1 N", "3 E1 N", "4 G2 N", rules=Rules(second_jack=True))
    assert to_go(with_jack) == {1: 2, 2: 3, 3: 1, 4: 2}


def test_targets_count_before_moves() -> None:
    """Rank by targets before moves, at the end of the round; equal ones share a rank."""
    state = standing("1 A1 N", "2 C1 N", "3 E1 N", "4 G2 N 1")
    found = standings(state)
    assert [(one.place, one.seat, str(one.ahead)) for one in found] == [
        (1, 4, recorded("3-moves-to-target-2")),
        (2, 1, recorded("7-moves-to-target-1")),
        (2, 2, recorded("7-moves-to-target-1-2")),
        (4, 3, recorded("9-moves-to-target-1")),
    ]
    assert found[0].data == {"targets": 1, "of": 3, "moves": 3} and str(
        found[0].summary
    ) == recorded("1-of-3-targets")
    assert str(headline(state, NAMES)) == recorded("RUBY-leads-BRASS-by-1-target")
    visiting = state.with_robot(state.robot(2)._replace(visited=("B7", "C2")))
    assert standings(visiting)[0].seat == 2 and str(headline(visiting, NAMES)) == recorded(
        "COPPER-leads-RUBY-by-1-target"
    )


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("1 A1 N", "2 C1 N"), "BRASS-and-COPPER-are-level-in"),
        (("1 A1 N", "2 C2 N"), "COPPER-leads-BRASS-by-1-move"),
        (("1 A1 N",), "nothing"),
    ],
)
def test_the_headline_says_who_leads(lines: tuple[str, ...], words: str) -> None:
    """Name the leader, by moves at equal targets."""
    assert str(headline(standing(*lines), NAMES)) == recorded(words)


def test_who_must_end_on_the_king_is_told_the_way_back() -> None:
    """Show the way back to the King to a robot with all targets (CBR32)."""
    state = standing("1 F5 N 3", "2 A1 N", rules=Rules(must_end_on_final_target=True))
    assert str(standings(state)[0].ahead) == recorded("2-moves-to-target-3")
    assert known(state, AboutPiece(1))["Targets"] == recorded("To-win-it-must-stand-on")


@pytest.mark.parametrize(
    ("people", "winners", "words"),
    [
        (4, (1,), "BRASS-has-all-three-targets-and"),
        (4, (1, 3), "BRASS-and-JADE-have-all-three-targets-and"),
        (2, (1,), "BRASS-has-all-three-targets-the"),
        (2, (1, 3), "BRASS-and-JADE-have-all-three-targets-the"),
        (2, (1, 4), "BRASS-and-RUBY-have-all-three"),
        (3, (4,), "RUBY-has-all-three-targets-and"),
        (3, (2, 4), "COPPER-and-RUBY-have-all-three"),
        (4, (), "Nobody-wins"),
    ],
)
def test_the_verdict_names_robots_and_whose_they_are(
    people: int, winners: tuple[int, ...], words: str
) -> None:
    """Name winning robots and their people; a random robot may win (CB18, CBR16, CBR17)."""
    state = standing("1 A1 N 3", "2 C1 N 3", "3 E1 N 3", "4 G2 N 3", people=people)._replace(
        winners=winners
    )
    assert str(verdict(state, NAMES)) == recorded(words)
    if winners:
        first = {person for seat in winners if (person := state.person(seat))} or {4}
        assert {
            state.person(one.seat) or one.seat for one in standings(state) if one.place == 1
        } >= first


def test_two_players_are_ranked_by_the_better_of_their_robots() -> None:
    """Rank two players by their better robots, one after the other (CBR17)."""
    state = standing("1 A1 N", "2 C1 N 1", "3 B7 N 2", "4 G2 N 1", people=2)
    assert [(one.place, one.seat, one.player) for one in standings(state)] == [
        (1, 3, 1),
        (1, 1, 1),
        (2, 2, 2),
        (2, 4, 2),
    ]
    assert str(headline(state, NAMES)) == recorded("The-player-of-BRASS-and-JADE")
    level = standing("1 A1 N 1", "2 C1 N 1", "3 A1 N 1", "4 C1 N", people=2)
    assert [(one.place, one.seat) for one in standings(level)] == [(1, 2), (1, 4), (2, 1), (2, 3)]
    three = standing("1 A1 N", "2 C1 N 1", "3 B7 N 2", "4 G2 N 1", people=3)
    assert [(one.place, one.player) for one in standings(three)] == [
        (1, None),
        (2, None),
        (3, None),
        (4, None),
    ]


# ---- Facts ---------------------------------------------------------------------------------------


def known(state: CardbotState, about: Subject) -> dict[str, str]:
    """Return the facts about something, by their heads."""
    scene = Scene(board_of_grid(state.grid), pieces_of(state))
    position = CardbotPosition(state, DEALING, {}, state.grid)
    return {
        str(one.title): str(one.words)
        for one in CardbotFacts().facts(position, scene, about, NAMES)
    }


def test_what_is_known_about_a_robot() -> None:
    """Show place, driver, targets, way and pile of a robot."""
    state = standing("1 F2 W 1", "2 C1 N", "3 E1 N", "4 G2 N", people=3)
    assert known(state, AboutPiece(1)) == {
        "Place": recorded("On-F2-facing-W-It-is"),
        "Driver": recorded("Seat-1-chooses-its-cards-seat"),
        "Targets": recorded("1-of-3-reached-Target-2"),
        "Pile": recorded("Hearts-12-cards-are-in-its"),
    }
    assert known(state, AboutPiece(4))["Driver"] == recorded("Nobody-chooses-its-cards-the-top")
    assert known(state, AboutPiece(8)) == {}


@pytest.mark.parametrize(
    ("square", "head", "words"),
    [
        ("B7", "Target 1", "The-next-one-for-BRASS-and"),
        ("B4", "Teleport", "The-other-one-is-on-G7"),
        (
            "D5",
            "Belt of clubs to the south",
            "The-belt-begins-on-D7-It",
        ),
        ("F3", "Belt of spades to the west", "The-belt-is-a-ring-round"),
        ("B7", "Closed side", "The-grid-ends-on-the-north"),
        ("G5", "Seam", "A-robot-that-leaves-over-the-east"),
        ("A5", "Seam", "A-robot-that-leaves-over-the-west"),
        ("E5", "Face-down card", "Nothing-happens-here-by-itself"),
        ("F7", "Target 3", "It-is-nobodys-next-target-now"),
    ],
)
def test_what_is_known_about_a_place(square: str, head: str, words: str) -> None:
    """Show what is on a place, what belongs to it, and where the grid ends."""
    assert known(standing("1 A1 N", "2 C1 N"), AboutSquare(square))[head] == recorded(words)


def test_what_is_known_about_a_card() -> None:
    """Show what a card does, who plays it for whom, and its order."""
    state = begin_round(
        standing("1 A1 N", "2 C1 N"),
        {1: program(standing("1 A1 N"), 1, "A"), 2: program(standing("2 A1 N"), 2, "3")},
    )
    cards = ((1, face_of(card_of("AH"))), (2, face_of(card_of("3C"))))
    assert known(state, AboutCard(2, cards[1][1], 1, cards, now=True)) == {
        "3 of clubs": recorded("A-3-or-a-7-turns"),
        "Owner": recorded("Seat-1-plays-it-with-COPPER"),
        "Order": recorded("The-ace-goes-before-the-3"),
    }
    assert known(state, AboutRule("CB09"))["The rule"] == recorded("Two-robots-never-stand-on-one")
    assert known(state, AboutRule("7.1")) == {}


# ---- The story of a game -------------------------------------------------------------------------


def move(seat: int, cause: str, mover: int = 0) -> Moved:
    """Return a step to any place."""
    return Moved(seat, "A1", "A2", 0, cause, mover or seat, "CB07")


def recap_of(*turns: tuple[CardbotState, tuple[Event, ...]]) -> list[str]:
    """Return the sentences of a game."""
    return [
        str(words)
        for words in recap(
            [TurnRecord(number, state, events) for number, (state, events) in enumerate(turns, 1)],
            NAMES,
        ).sentences
    ]


def test_a_game_is_told_in_five_sentences() -> None:
    """Tell a game in five sentences: leader, fastest target, shoves, belts, margin."""
    ahead = standing("1 A1 N", "2 C1 N 1")
    over = standing("1 F7 N 3", "2 F6 N 2")._replace(winners=(1,))
    first: tuple[Any, ...] = (
        RoundBegan(1, 1),
        CommandBegan(1),
        move(1, MOVE),
        move(2, SHOVE, 1),
        CommandBegan(2),
        Visited(2, "B7", 1),
        move(1, BELT),
    )
    second: tuple[Any, ...] = (
        RoundBegan(2, 2),
        CommandBegan(1),
        Visited(1, "B7", 1),
        move(2, PING, 1),
        CommandBegan(2),
        Visited(1, "C2", 2),
        move(1, BELT),
    )
    assert recap_of((ahead, first), (over, second)) == recorded("The-lead-changed-once-BRASS-had")
    counts = recap([TurnRecord(1, ahead, first), TurnRecord(2, over, second)], NAMES).counts
    assert counts[0].data == {
        "places": 3,
        "shoves": 1,
        "pings": 1,
        "pushed": 0,
        "carried": 2,
        "teleports": 0,
        "targets": 2,
    }
    assert [str(fact.words) for fact in counts[1].facts] == recorded("moved-2-places")


def test_what_did_not_happen_is_not_told() -> None:
    """Leave out what did not happen, and tell nothing of a game without play."""
    state = standing("1 A1 N", "2 C1 N")
    quiet: tuple[Any, ...] = (RoundBegan(1, 1), CommandBegan(1), move(1, MOVE))
    assert recap_of((state, quiet)) == recorded("BRASS-came-furthest-1-place")
    assert recap([], NAMES).sentences == () and recap([], NAMES).counts == ()


def test_games_by_chance_can_be_told() -> None:
    """Tell random games by their counted events."""
    for seed in range(20):
        played = list(rounds(seed, 2))
        found = recap(
            [
                TurnRecord(
                    1, played[-1].after, tuple(event for one in played for event in one.events)
                )
            ],
            NAMES,
        )
        assert sum(count.data["places"] for count in found.counts) == sum(
            isinstance(event, Moved) for one in played for event in one.events
        )
        assert len(found.sentences) <= 5 and all("{" not in str(words) for words in found.sentences)


def test_a_command_that_was_played_counts_for_the_pieces_next_target() -> None:
    """Show the next target on the badge after a played command."""
    played = commanded(standing("1 B6 N", "2 C1 N"), {1: "A"})
    assert [str(piece.badges[0].short) for piece in pieces_of(played.after)] == recorded("target-2")


def test_the_lesson_shows_what_it_tells() -> None:
    """Give each part of the lesson words, a picture and a rule."""
    for one in present(Facts.of(cardbot())).how_to_play:
        assert (
            str(one.title)
            and str(one.words).endswith(".")
            and (one.art or one.face)
            and one.rule in SENTENCES
        )
