"""Everything known about one thing, and how Diesel Demolition Derby is played, by cards.

Facts describe the present table and nothing that comes later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.api import Step
from companion.games.diesel.corrections import GameEvent
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.cards import DERBY, INSTANT, NONE, ONGOING, TURN, Card
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.look import face_in
from companion.games.diesel.narration.abilities import ability_words
from companion.games.diesel.narration.phrases import called
from companion.games.diesel.narration.table import DISCARD, scene_of
from companion.games.diesel.narration.telling import causes
from companion.games.diesel.narration.why import in_full, why
from companion.games.diesel.stages import DieselPosition
from companion.games.kit.facts import rule_facts
from companion.games.parts import Facts
from companion.games.scene import (
    AboutCard,
    AboutPiece,
    AboutRule,
    Instruction,
    Known,
    Scene,
    Subject,
)
from companion.words import NOTHING, Text, count, sentences, text


def _example_card(card: str, title: Text, words: Text, rule: str) -> Known:
    return Known(title, words, rule, face=face_in(house_deck(), card))


HOW_TO_PLAY: Final[tuple[Known, ...]] = (
    _example_card(
        "colossus",
        text("The aim"),
        text(
            "Have the strongest team in front of you when a Derby ends: that earns a victory "
            "token. Three tokens win the game."
        ),
        "DD12",
    ),
    _example_card(
        "walker",
        text("A combatant"),
        text(
            "Its strength, from 0 to 4, is printed in the corner and shows its type. Most "
            "combatants also have an ability."
        ),
        "DD02",
    ),
    _example_card(
        "scout",
        text("A turn"),
        text(
            "Put one card of your hand face down into slot 1 and pull the handle; with two "
            "players, two cards into slots 1 and 2."
            " All are revealed at once."
        ),
        "DD05",
    ),
    _example_card(
        "goliath",
        text("From 4 to 0"),
        text(
            "Instant abilities act in the order of strength, the 4s first. Equal ones act at the "
            "same time."
        ),
        "DD07",
    ),
    _example_card(
        "brawler",
        text("Targets"),
        text(
            "A player who has to choose touches one of the cards that light up on the screen. "
            "When time is up, the first one counts."
        ),
        "DDR03",
    ),
    _example_card(
        "hunter",
        text("Discarded"),
        text(
            "Discarded cards go face down onto one pile. A combatant discarded before its turn "
            "does not act any more."
        ),
        "DD08",
    ),
    _example_card(
        "raider",
        text("Gained"),
        text(
            "A combatant that you gain goes face up to the end of your row, and works for you "
            "from then on."
        ),
        "DD13",
    ),
    _example_card(
        "guard",
        text("Face down"),
        text(
            "A combatant that lies face down keeps its strength. It has no name, no type and no "
            "ability any more."
        ),
        "DDR05",
    ),
    _example_card(
        "decoy",
        text("Ongoing"),
        text(
            "Some abilities apply as long as their card lies face up, others to the end of the "
            "turn. The screen keeps track of them."
        ),
        "DD14",
    ),
    _example_card(
        "chameleon",
        text("Hands move on"),
        text(
            "At the end of a turn everybody passes the hand to the left. So think of what your "
            "neighbour will get."
        ),
        "DD09",
    ),
    _example_card(
        "heavy",
        text("The last card"),
        text(
            "When one card is left in every hand the Derby ends. That card is discarded, and the "
            "strengths are counted up."
        ),
        "DD10",
    ),
    _example_card(
        "commander",
        text("Winning outright"),
        text("Some combatants win a Derby by their own condition, regardless of strength."),
        "DD11",
    ),
)
"""The things in the order in which beginners need them."""


RULE_OF: Final[Mapping[str, str]] = {
    NONE: "DD02",
    ONGOING: "DD14",
    TURN: "DD06",
    INSTANT: "DD07",
    DERBY: "DD11",
}
"""The rule behind each kind of ability."""


class DieselFacts(Facts[DieselPosition, GameEvent]):
    """Facts about players, combatants and rules."""

    how_to_play = HOW_TO_PLAY
    manual = "games/diesel.html"

    def why(self, rule: str, move: str = "") -> Text:
        return why(rule)

    def causes(
        self,
        before: DieselPosition,
        step: Step[DieselPosition, GameEvent],
        instruction: Instruction[GameEvent],
        names: Mapping[int, str],
    ) -> tuple[Text, ...]:
        return causes(
            scene_of(before.state, before.passes), before.state, step.events, instruction, names
        )

    def facts(
        self, position: DieselPosition, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        """Return what is known about a subject; the places of cards are in the scene only."""
        state = position.state
        if isinstance(about, AboutRule):
            return rule_facts(about.rule, in_full(about.rule))
        if isinstance(about, AboutCard):
            return tuple(_card_facts(state, scene, about, names))
        if isinstance(about, AboutPiece) and about.seat in state.seats:
            return tuple(_player(state, scene, about.seat))
        return ()


# ---- A player ------------------------------------------------------------------------------------


def _player(state: DieselState, scene: Scene, seat: int) -> Iterator[Known]:
    """Yield tokens, the row, and what its combatants can do."""
    tokens = state.tokens.get(seat, 0)
    yield Known(
        text("Victory tokens"),
        count("{number} victory token.", "{number} victory tokens.", tokens),
        "DD12",
        seat,
    )
    cards = next((row.cards for row in scene.rows if row.seat == seat), ())
    down = sum(card.down for card in cards)
    strength = sum(state.card(card.key).strength for card in cards)
    combatants = count(
        "{number} combatant with strength {total}.",
        "{number} combatants with strength {total} in all.",
        len(cards),
        total=strength,
    )
    yield Known(
        text("In front"),
        sentences(
            combatants,
            count("{number} lies face down.", "{number} lie face down.", down) if down else NOTHING,
        ),
        "DD11",
        seat,
    )
    for key in dict.fromkeys(card.key for card in cards if not card.down):
        yield _card_fact(state.card(key), state, seat)


def _card_fact(card: Card, state: DieselState, seat: int | None) -> Known:
    return Known(
        called(card),
        ability_words(card.ability),
        RULE_OF[card.ability.kind],
        seat,
        face=face_in(state.deck, card.id),
    )


# ---- A card --------------------------------------------------------------------------------------


def _card_facts(
    state: DieselState, scene: Scene, about: AboutCard, names: Mapping[int, str]
) -> Iterator[Known]:
    """Yield what a card does, where it is, and when it acts."""
    card = state.deck.cards[about.face.priority]
    yield _card_fact(card, state, about.seat)
    yield Known(text("Where"), _where(card.id, scene, names), "DD09", about.seat)
    if card.ability.kind == INSTANT:
        acted = text("It has had its turn.") if card.id in state.acted else NOTHING
        together = text(
            "It acts together with all others of strength {strength}.", strength=card.strength
        )
        yield Known(text("When"), sentences(together, acted), "DD07", about.seat)


def _where(card: str, scene: Scene, names: Mapping[int, str]) -> Text:
    for row in scene.rows:
        for lying in row.cards:
            if lying.key == card:
                player = names[row.seat]
                if lying.down:
                    return text("In front of {player}, face down.", player=player)
                return text("In front of {player}, face up.", player=player)
    discarded = any(card in pile.known for pile in scene.piles if pile.key == DISCARD)
    return text("On the discard pile.") if discarded else text("Not on the table.")
