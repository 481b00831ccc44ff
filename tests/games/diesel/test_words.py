"""Texts beside instructions: standings, winners, layout, facts, the story of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from companion.games.api import TurnRecord
from companion.games.asking import Custody
from companion.games.diesel.corrections import GameEvent
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.dealing import new_game
from companion.games.diesel.engine.rules import MEKK_MANIA, Rules
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.game import GAME
from companion.games.diesel.look import face_of
from companion.games.diesel.narration.components import DieselComponents
from companion.games.diesel.narration.facts import DieselFacts
from companion.games.diesel.narration.recap import DieselResults
from companion.games.diesel.narration.standing import headline, standings, verdict
from companion.games.diesel.narration.table import scene_of
from companion.games.diesel.narration.why import IN_FULL, SENTENCES
from companion.games.diesel.narration.wording import DieselWording
from companion.games.diesel.stages import DieselPosition
from companion.games.parts import Facts
from companion.games.scene import (
    AboutCard,
    AboutPiece,
    AboutRule,
    AboutSquare,
    Known,
    Scene,
    Subject,
)
from tests.games.diesel.derbies import game, whole_derby
from tests.games.diesel.test_telling import NAMES, table
from tests.recorded import recorded
from tests.typed import present

COMPONENTS = DieselComponents(house_deck())
SOURCE = Path(__file__).parents[3] / "companion" / "games" / "diesel"
LYING = table(
    "walker guard:down", "hunter colossus", "", discard=("heavy",), tokens={1: 1, 2: 2, 3: 2}
)


def test_the_source_names_only_rules_that_there_are() -> None:
    """Have a sentence for every number in the source."""
    named = {
        number
        for path in SOURCE.rglob("*.py")
        for number in re.findall(r'"(DDR?\d\d)"', path.read_text("utf-8"))
    }
    assert named and named <= set(SENTENCES) and set(IN_FULL) <= set(SENTENCES)


def explained(
    scene: Scene, about: Subject, names: Mapping[int, str], state: DieselState = LYING
) -> tuple[Known, ...]:
    """Return the facts of a table."""
    return DieselFacts().facts(DieselPosition(state), scene, about, names)


def test_tokens_count_before_strength() -> None:
    """Rank by tokens before strength; equal ones share a rank."""
    assert [(one.place, one.seat, str(one.brief)) for one in standings(LYING)] == [
        (1, 2, recorded("2-tokens-strength-5")),
        (2, 3, recorded("2-tokens-strength-0")),
        (3, 1, recorded("1-token-strength-5")),
    ]
    assert str(headline(LYING, NAMES)) == recorded("COPPER-and-BRASS-are-level-in")
    assert str(headline(table("walker", "guard"), NAMES)) == recorded(
        "COPPER-leads-with-strength-3-1"
    ) and not headline(table("", ""), NAMES)
    assert str(headline(LYING._replace(over=True, winners=(1,)), NAMES)) == recorded(
        "COPPER-wins-Derby-1"
    )
    assert [one.place for one in standings(table("walker", "bulwark"))] == [1, 1]


def test_who_has_won() -> None:
    """Name the champion, and the next one."""
    won = LYING._replace(over=True, champion=2, tokens={1: 1, 2: 3, 3: 1})
    assert str(verdict(won, NAMES)) == recorded("BRASS-wins-the-game-with-3")
    assert str(verdict(won._replace(tokens={2: 3}), NAMES)) == recorded(
        "BRASS-wins-the-game-with-3-tokens"
    ) and str(verdict(LYING, NAMES)) == recorded("Nobody-wins")


@pytest.mark.parametrize(
    ("players", "variant", "expected"),
    [
        (
            4,
            "base",
            "Take-out-all-cards-marked-5",
        ),
        (
            6,
            "base",
            "All-52-cards-are-in-play",
        ),
        (
            3,
            MEKK_MANIA,
            "Take-out-the-Liaison-Unit-Shuffle",
        ),
    ],
)
def test_what_hands_lay_out(players: int, variant: str, expected: str) -> None:
    """Tell removed marks, dealt cards, cards aside, and tokens (DD03, DD04, DD15)."""
    state = new_game(house_deck(), Rules(variant), tuple(range(1, players + 1)))
    found = COMPONENTS.layout(DieselPosition(state), NAMES, {1: Custody.HANDS})
    *lines, last = [str(words) for _, words in found.lines]
    assert lines == recorded(expected)
    assert last == recorded("Leave-room-for-one-discard-pile")


def test_what_lies_beside() -> None:
    """Show tokens."""
    assert dict(COMPONENTS.beside_board(DieselPosition(LYING), NAMES)) == {
        1: recorded("COPPER-has-1-victory-token"),
        2: recorded("BRASS-has-2-victory-tokens"),
        3: recorded("TIN-has-2-victory-tokens"),
    }


def test_what_is_known() -> None:
    """Show a player with open combatants, a card with place and turn, a rule; no squares."""
    scene = scene_of(LYING)
    assert [str(one.title) for one in explained(scene, AboutPiece(1), NAMES)] == recorded(
        "Victory-tokens"
    )
    assert str(explained(scene, AboutPiece(1), NAMES)[1].words) == recorded(
        "2-combatants-with-strength-5-in"
    )
    assert (
        explained(scene, AboutPiece(7), NAMES)
        == ()
        == explained(scene, AboutSquare("A1"), NAMES)
        == explained(scene, AboutRule("DD99"), NAMES)
    )
    assert [str(one.words) for one in explained(scene, AboutRule("DDR06"), NAMES)] == recorded(
        "An-ability-that-finds-nobody-does"
    )
    assert len(str(explained(scene, AboutRule("DDR14"), NAMES)[0].words)) > len(
        str(SENTENCES["DDR14"])
    )
    deck = house_deck()
    facts = {
        card: [
            str(one.words)
            for one in explained(
                scene,
                AboutCard(2, face_of(deck.card(card), deck.order(card)), 11, ()),
                NAMES,
                LYING._replace(acted=frozenset({"hunter"})),
            )
        ]
        for card in ("hunter", "guard", "heavy", "commander")
    }
    assert facts["hunter"][1:] == recorded("In-front-of-BRASS-face-up")
    assert [facts[card][1] for card in ("guard", "heavy", "commander")] == recorded(
        "In-front-of-COPPER-face-down"
    )


def test_the_story_of_a_game() -> None:
    """Tell five sentences and counts that agree with events, none before the first Derby."""
    chance, records = Random(4), list[TurnRecord[DieselPosition, GameEvent]]()
    state: DieselState = game(chance, players=4)
    while not state.champion:
        state, events = whole_derby(chance, state)
        records.append(TurnRecord(state.derby, DieselPosition(state), events))
    recap = DieselResults().recap(records, NAMES)
    assert len(recap.sentences) == 5 and all(str(words).endswith(".") for words in recap.sentences)
    assert {one.seat: one.data["derbys"] for one in recap.counts} == dict(state.tokens)
    assert (
        sum(one.data["lost"] for one in recap.counts)
        >= sum(one.data["gained"] for one in recap.counts) - len(records) * 4
    )
    assert (
        DieselResults().recap([], NAMES).sentences == ()
        and len(DieselResults().recap(records[:1], NAMES).sentences) >= 3
    )


def test_parts_of_a_turn_are_called_by_their_numbers() -> None:
    """Number parts of a turn: tens for the turn, then reveal, strengths, end."""
    wording = DieselWording(house_deck())
    assert str(wording.turn_round(2, 11)) == recorded("Derby-2-turn-1-reveal") and str(
        wording.turn_round(2, 32)
    ) == recorded("Derby-2-turn-3-strength-4")
    assert str(wording.round(46)) == recorded("turn-4-strength-0") and str(
        wording.round_title(47)
    ) == recorded("Turn-4-end-of-turn")
    assert str(wording.nothing_to_move(47)) == recorded("Read-this-then-touch-Done")
    assert (
        str(GAME.wording.called("strength3")) == recorded("strength-3")
        and str(GAME.wording.called("anything")) == "anything"
    )
    assert all(
        str(one.title) and str(one.words) and one.face is not None
        for one in present(Facts.of(GAME)).how_to_play
    )
