"""The first lesson of Diesel Demolition Derby: eight steps of three players with the house set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.games.api import Game
from companion.games.asking import Answer
from companion.games.diesel.corrections import GameEvent
from companion.games.diesel.deck import CODES
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.rules import Rules, turns_of
from companion.games.diesel.engine.state import DieselState, RowCard
from companion.games.diesel.stages import CHOOSING, DEPLOYING, DieselPosition
from companion.games.parts import LessonStep
from companion.signals import PULL
from companion.words import Text, text

Step: TypeAlias = LessonStep[DieselPosition]
Rows: TypeAlias = Mapping[int, tuple[str, ...]]
"""The cards in front of seats, or in their hands, by their ids."""

LEARNER, LEFT, RIGHT = 1, 2, 3
"""The seats of the lesson: the neighbours are to the left and to the right of the learner."""
SEATS: Final = (LEARNER, LEFT, RIGHT)
LAST: Final = turns_of(len(SEATS)) - 1
"""The turns before the last one."""


def code(card: str) -> int:
    """Return the code of a card of the house set."""
    return CODES[house_deck().order(card)]


def position(
    front: Rows, hands: Rows, turn: int = 0, tokens: Mapping[int, int] = {}
) -> DieselPosition:
    """Return a Derby in which each player chooses a card."""
    used = {card for cards in (*front.values(), *hands.values()) for card in cards}
    aside = tuple(card.id for card in house_deck().cards if card.id not in used and not card.mark)
    state = DieselState(
        house_deck(),
        Rules(),
        SEATS,
        {seat: tuple(RowCard(card) for card in front.get(seat, ())) for seat in SEATS},
        turn=turn,
        hands={seat: hands[seat] for seat in SEATS},
        unused=aside,
        aside=len(aside),
        tokens={seat: tokens.get(seat, 0) for seat in SEATS},
    )
    return DieselPosition(state, DEPLOYING, by_app=True)


def answer_of(card: str) -> Answer:
    """Return the card of a seat, put into slot 1."""
    return Answer(PULL, (code(card), None, None, None, None))


def playing(
    title: Text,
    task: Text,
    result: Text,
    before: DieselPosition,
    cards: Mapping[int, str],
    passages: int = 1,
    unseen: tuple[int, ...] = (),
) -> Step:
    """Return a step in which every seat plays one of these cards."""
    assert before.state.hands is not None
    hand, own = before.state.hands[LEARNER], cards[LEARNER]
    return Step(
        title,
        task,
        result,
        before,
        {1: code(own)},
        more=tuple(code(card) for card in hand if card != own),
        others={seat: answer_of(card) for seat, card in cards.items() if seat != LEARNER},
        passages=passages,
        unseen=unseen,
    )


def at_choice(
    game: Game[DieselPosition, GameEvent], before: DieselPosition, cards: Mapping[int, str]
) -> DieselPosition:
    """Return the position in which the learner has to choose, after these cards were played."""
    answers = {seat: answer_of(card) for seat, card in cards.items()}
    found = game.answered(before, answers).position
    while found.stage != CHOOSING:
        found = game.play(found).position
    return found


def steps(game: Game[DieselPosition, GameEvent], names: Mapping[int, str]) -> tuple[Step, ...]:
    """Return the steps in order."""
    me, left, right = (names[seat] for seat in SEATS)
    return (
        # Playing a card.
        playing(
            text("A turn"),
            text(
                "In each turn you play one card of your hand. Put the Walker, face down, into slot "
                "1 and pull the handle."
            ),
            text(
                "All cards were revealed at once. Your Walker is at the end of your row, with the "
                "3 from its corner: its strength."
            ),
            position(
                {LEARNER: ("scout",), LEFT: ("brawler",), RIGHT: ("guard",)},
                {
                    LEARNER: ("walker", "heavy"),
                    LEFT: ("colossus", "hunter"),
                    RIGHT: ("bulwark", "raider"),
                },
            ),
            {LEARNER: "walker", LEFT: "colossus", RIGHT: "bulwark"},
        ),
        # The order of abilities.
        playing(
            text("From 4 to 0"),
            text(
                "Abilities act by strength, the 4s first. {name} will play a Hunter, strength 1. "
                "Your Lookout, strength 2, discards all Ravagers: put it into slot 1 and pull the "
                "handle.",
                name=left,
            ),
            text(
                "The Lookout acted first: the Hunter is a Ravager and was discarded before it "
                "could do anything."
            ),
            position(
                {LEARNER: ("walker",), LEFT: ("scout",), RIGHT: ("guard",)},
                {
                    LEARNER: ("lookout", "heavy"),
                    LEFT: ("hunter", "raider"),
                    RIGHT: ("bulwark", "brawler"),
                },
            ),
            {LEARNER: "lookout", LEFT: "hunter", RIGHT: "bulwark"},
            passages=2,
        ),
        # The choice of a target.
        Step(
            text("A target"),
            text(
                "You have played a Brawler: it discards one combatant of another player with "
                "strength 3 or less. Touch the Raider of {name}.",
                name=left,
            ),
            text("The Raider is face down on the pile for all discarded cards."),
            at_choice(
                game,
                position(
                    {LEARNER: ("walker",), LEFT: ("scout",), RIGHT: ("lookout",)},
                    {
                        LEARNER: ("brawler", "heavy"),
                        LEFT: ("raider", "hunter"),
                        RIGHT: ("colossus", "guard"),
                    },
                ),
                {LEARNER: "brawler", LEFT: "raider", RIGHT: "colossus"},
            ),
            offer="raider",
        ),
        # Combatants that lie face down.
        Step(
            text("Face down"),
            text(
                "You have played a Guard: it turns a combatant face down. Touch the Bulwark, which "
                "has an ability to lose."
            ),
            text(
                "The Bulwark keeps its strength of 3, but it has no name, no type and no ability "
                "any more."
            ),
            at_choice(
                game,
                position(
                    {},
                    {
                        LEARNER: ("guard", "heavy"),
                        LEFT: ("colossus", "hunter"),
                        RIGHT: ("bulwark", "raider"),
                    },
                ),
                {LEARNER: "guard", LEFT: "colossus", RIGHT: "bulwark"},
            ),
            offer="bulwark",
        ),
        # A combatant that changes sides.
        playing(
            text("Gained"),
            text(
                "{name} has a Contraption, the Avenger. Your Raider gains a Contraption: put it "
                "into slot 1 and pull the handle.",
                name=left,
            ),
            text(
                "The Avenger is at the end of the row of {name} now: it counts and works for you.",
                name=me,
            ),
            position(
                {LEARNER: ("walker",), LEFT: ("avenger",), RIGHT: ("guard",)},
                {
                    LEARNER: ("raider", "heavy"),
                    LEFT: ("colossus", "hunter"),
                    RIGHT: ("bulwark", "scout"),
                },
            ),
            {LEARNER: "raider", LEFT: "colossus", RIGHT: "bulwark"},
            passages=2,
        ),
        # Hands that are passed on.
        playing(
            text("Hands move on"),
            text(
                "Your neighbour gets the cards that you do not play. Put the Walker into slot 1, "
                "pull the handle, and see what becomes of the hands."
            ),
            text(
                "Everybody passed the hand to the left: you have the Raider of {name} now, and "
                "your Heavy is with your left neighbour.",
                name=right,
            ),
            position(
                {LEARNER: ("lookout",), LEFT: ("scout",), RIGHT: ("guard",)},
                {
                    LEARNER: ("walker", "heavy"),
                    LEFT: ("colossus", "hunter"),
                    RIGHT: ("bulwark", "raider"),
                },
            ),
            {LEARNER: "walker", LEFT: "colossus", RIGHT: "bulwark"},
        ),
        # The end of a Derby.
        playing(
            text("The end of a Derby"),
            text(
                "It is the last turn of a Derby: one card will be left in each hand. The strongest "
                "row wins. Put the Walker into slot 1 and pull the handle."
            ),
            text(
                "The last cards were discarded and the strengths counted: {name} has 9, the most, "
                "and wins a token. Three tokens win the game.",
                name=me,
            ),
            position(
                {
                    LEARNER: ("colossus", "lookout"),
                    LEFT: ("scout", "brawler"),
                    RIGHT: ("guard", "hunter"),
                },
                {
                    LEARNER: ("walker", "heavy"),
                    LEFT: ("bulwark", "copycat"),
                    RIGHT: ("raider", "ironclaw"),
                },
                LAST,
            ),
            {LEARNER: "walker", LEFT: "bulwark", RIGHT: "raider"},
            passages=2,
            unseen=(1,),
        ),
        # Winning by a condition, and the end of the game.
        playing(
            text("Winning outright"),
            text(
                "You have two tokens. The Commander has no strength, but wins a Derby if your row "
                "has the most combatants. Put it into slot 1 and pull the handle."
            ),
            text(
                "{name} has four combatants, more than anybody else: the Commander wins the Derby, "
                "the third token, and the game.",
                name=me,
            ),
            position(
                {LEARNER: ("scout", "lookout", "guard"), LEFT: ("colossus",), RIGHT: ("goliath",)},
                {
                    LEARNER: ("commander", "heavy"),
                    LEFT: ("walker", "copycat"),
                    RIGHT: ("bulwark", "ironclaw"),
                },
                LAST,
                {LEARNER: 2},
            ),
            {LEARNER: "commander", LEFT: "walker", RIGHT: "bulwark"},
            passages=2,
            unseen=(1,),
        ),
    )
