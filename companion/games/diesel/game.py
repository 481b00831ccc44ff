"""Diesel Demolition Derby as a game: deal → choose → reveal → strengths 4 to 0 → pass (DD01-DD15).

At the end the cards are counted. For a session a Derby is a turn, and each step of a Derby's turn
is a round (`stages`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.errors import SetupError
from companion.games.api import AnswerFault, Game, Plan, PlayResult, Step
from companion.games.asking import (
    Answer,
    CardSharing,
    Custody,
    Finished,
    NextStep,
    PlayOn,
    ReaderContent,
    Row,
)
from companion.games.boards import Exhibits
from companion.games.corrections import Corrections
from companion.games.decks import Decks
from companion.games.diesel import ABOUT, TITLE
from companion.games.diesel.corrections import CORRECTIONS, GameEvent
from companion.games.diesel.deck import CODES
from companion.games.diesel.deck_file import house_deck, parse_deck
from companion.games.diesel.editing import DieselDecks
from companion.games.diesel.engine.asking import GivenAnswer
from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.dealing import deal, new_game
from companion.games.diesel.engine.events import Discarded, Gained, Kept, Swapped, TurnedDown
from companion.games.diesel.engine.rules import (
    FEWEST,
    MEKK_MANIA,
    MOST,
    OPTIONS,
    each_deploys,
    rules_from,
    turns_of,
)
from companion.games.diesel.engine.state import DieselOutcome, DieselState
from companion.games.diesel.engine.turn import end_turn, resolve, reveal
from companion.games.diesel.foresight import DerbyWeighing
from companion.games.diesel.invariants import DieselInvariants
from companion.games.diesel.look import face_in, face_of
from companion.games.diesel.narration import standing, table, telling
from companion.games.diesel.narration.abilities import ability_full
from companion.games.diesel.narration.components import DieselComponents
from companion.games.diesel.narration.facts import DieselFacts
from companion.games.diesel.narration.recap import DieselResults
from companion.games.diesel.narration.wording import DieselWording
from companion.games.diesel.packs import GLANCE, credit_of, packs_of
from companion.games.diesel.stages import (
    CHOOSING,
    DEALING,
    DEPLOYING,
    END,
    NO_CARDS,
    OVER,
    REVEAL,
    RUNNING,
    DieselPosition,
    cards_of,
    codes_of,
    dealing,
    deployment,
    first_fault,
    hands_seen,
    open_questions,
    targets,
    with_questions,
)
from companion.games.kit.pilot import Weighing
from companion.games.parts import Components, Facts, Invariants, Lesson, LessonStep, Results
from companion.games.printing import Printing
from companion.games.scene import (
    Exhibit,
    Face,
    Instruction,
    Known,
    Scene,
    Standing,
)
from companion.kept_names import canonical, mark_of_text
from companion.named_tuples import NamedTuple
from companion.signals import ALL_SLOTS, SLOTS
from companion.words import Text, text, verbatim

MOVING: Final = (Discarded, Gained, Kept, Swapped, TurnedDown)
"""Events that give hands something to do on the table."""


class DieselLesson(Lesson[DieselPosition]):
    """The first lesson (`companion.games.diesel.lesson`)."""

    def steps(self, names: Mapping[int, str]) -> tuple[LessonStep[DieselPosition], ...]:
        from companion.games.diesel.lesson import steps  # noqa: PLC0415

        return steps(GAME, names)


class DieselAbilities(Exhibits):
    """The abilities of the combatants of a deck, each on one of them."""

    label = text("Abilities")

    def __init__(self, cards: Deck) -> None:
        self._cards = cards

    def all(self) -> tuple[Exhibit, ...]:
        """Return each ability once, in the order of the deck."""
        first = {card.ability: card for card in reversed(self._cards.cards)}
        found = sorted(first.values(), key=lambda card: self._cards.order(card.id))
        return tuple(
            Exhibit(
                card.id,
                Known(
                    verbatim(card.name),
                    ability_full(card.ability),
                    "DD13",
                    face=face_in(self._cards, card.id),
                ),
            )
            for card in found
        )


class DieselDerby(Game[DieselPosition, GameEvent]):
    """The game with a deck, by default the house set."""

    key, title, about, version = "diesel", TITLE, ABOUT, 1
    seats: tuple[int, ...] = tuple(range(1, 9))
    options = OPTIONS
    deck: tuple[int, ...] = CODES
    ranking: Text = text(
        "Victory tokens count first, then the total strength of this Derby, then the number of "
        "combatants."
    )
    setup_pages: tuple[str, ...] = ("seats", "rules")
    sharing = CardSharing.PASSED_HANDS

    def __init__(self, cards: Deck, own_deck: str = "") -> None:
        self.cards, self.wording = cards, DieselWording(cards)
        # One combatant of each strength, from the weakest to the strongest.
        first = {card.strength: order for order, card in reversed([*enumerate(cards.cards)])}
        cover = tuple(face_of(cards.cards[order], order) for _, order in sorted(first.items()))
        title = text("House set") if not own_deck else verbatim(cards.name)
        self.parts = {
            Components: DieselComponents(cards),
            Corrections: CORRECTIONS,
            Exhibits: DieselAbilities(cards),
            Decks: DieselDecks(own_deck, title, self.with_deck),
            Facts: DieselFacts(),
            Invariants: DieselInvariants(),
            Printing: Printing(packs_of(cards), credit_of(cards), GLANCE, cover),
            Results: DieselResults(),
            Weighing: DerbyWeighing(),
        }
        # Its cards are those of the house set.
        if not own_deck:
            self.parts[Lesson] = DieselLesson()

    def with_deck(self, content: str, source: Text | str) -> DieselDerby:
        """Return the game with another deck."""
        return GAME if not content else DieselDerby(parse_deck(content, str(source)), content)

    def face(self, code: int) -> Face | None:
        if code not in CODES:
            return None
        order = CODES.index(code)
        return face_of(self.cards.cards[order], order)

    # ---- Setting up ------------------------------------------------------------------------------

    def begin(self, plan: Plan) -> DieselPosition:
        """Return the game before its first Derby.

        Raises:
            SetupError: There are too few or too many players, or the variant is not for them.
        """
        players, rules = len(plan.seats), rules_from(plan.words)
        if players < FEWEST:
            raise SetupError(
                text(
                    "Diesel Demolition Derby needs at least two players: give another seat a player"
                )
            )
        if players > MOST:
            raise SetupError(
                text(
                    "Diesel Demolition Derby is for at most six players: leave {number} of the "
                    "seats empty",
                    number=players - MOST,
                )
            )
        if players == MOST and rules.variant == MEKK_MANIA:
            raise SetupError(
                text("Mekk Mania is for two to five players: choose the cards by their marks")
            )
        return DieselPosition(new_game(self.cards, rules, plan.seats))

    # ---- The course of a Derby -------------------------------------------------------------------

    def next_step(self, position: DieselPosition) -> NextStep:
        """Return the need for a deal, cards, targets or the next step."""
        if position.stage == DEALING:
            return dealing(position)
        if position.stage == DEPLOYING:
            return deployment(position)
        if position.stage == CHOOSING:
            return targets(position)
        if position.stage == RUNNING:
            return PlayOn(position.derby)
        return Finished(position.derby, (position.state.champion,))

    def dealt(
        self,
        position: DieselPosition,
        codes: tuple[int, ...] | None,
        custody: Mapping[int, Custody] = {},
    ) -> PlayResult[DieselPosition, GameEvent]:
        """Begin the next Derby with new rows, piles and hands (DD04)."""
        shuffled = None if codes is None else cards_of(position.state, codes)
        state = deal(position.state._replace(rules=position.ahead), shuffled)
        return PlayResult(
            DieselPosition(state, DEPLOYING, by_app=codes is not None), state.derby, 0
        )

    def fault(
        self, position: DieselPosition, seat: int, rows: Mapping[int, Row]
    ) -> AnswerFault | None:
        """Return the fault of the first slot that cannot be played (DDR26)."""
        asked = position.stage == DEPLOYING or any(
            question.seat == seat and question.open for question in position.asked
        )
        return first_fault(position, seat, rows) if asked and seat in position.seats else None

    def answered(
        self, position: DieselPosition, answers: Mapping[int, Answer]
    ) -> PlayResult[DieselPosition, GameEvent]:
        """Take the played cards, or the targets."""
        state = position.state
        if position.stage == DEPLOYING:
            cards = {seat: cards_of(state, answers[seat].codes) for seat in state.seats}
            return PlayResult(position._replace(stage=RUNNING, deployed=cards), position.derby, 0)
        given = tuple(
            GivenAnswer(
                question.seat,
                question.asker,
                answers[question.seat].offer or cards_of(state, answers[question.seat].codes)[0],
            )
            for question in position.asked
        )
        return PlayResult(
            with_questions(position._replace(given=(*position.given, *given))),
            position.derby,
            0,
        )

    def play(self, position: DieselPosition) -> PlayResult[DieselPosition, GameEvent]:
        """Play the next step in which something moves, with further ones in which nothing does."""
        course = _Course(position, ())
        if position.step == REVEAL:
            course = course.on(reveal(position.state, position.deployed))
        while (after := course.next_step()) is not None:
            course = after
        result, ends = course.position, False
        last = result.state.turn == turns_of(len(result.seats))
        # The end of a Derby has its own instruction.
        if result.step == END and not (last and course.steps):
            course = course.on(outcome := end_turn(result.state))
            ends = outcome.state.over
            result = _at_rest(result._replace(state=outcome.state))
        else:
            result = with_questions(result)
        if position.step == REVEAL:
            shown = tuple(
                (seat, face_in(result.state.deck, card))
                for seat, cards in position.deployed.items()
                for card in cards
            )
        else:
            shown = ()
        # An unused card that was taken is in slot 1, unknown to the others.
        taken = position.custody is Custody.HANDS and any(
            isinstance(event, Gained) and event.start is None
            for step in course.steps
            for event in step.events
        )
        return PlayResult(
            result,
            position.derby,
            course.round,
            course.steps,
            shown,
            ends_turn=ends,
            collects=position.step == REVEAL or taken,
        )

    # ---- What there is to see --------------------------------------------------------------------

    def scene(self, position: DieselPosition) -> Scene:
        """Return the rows of the seats, and the two piles."""
        return table.scene_of(position.state, position.passes)

    def readers(self, position: DieselPosition) -> Mapping[int, ReaderContent]:
        """Return the cards that are played and not revealed yet, and the slots that wait."""
        state = position.state
        if position.step == REVEAL and position.deployed:
            return {
                seat: ReaderContent((*codes_of(state, cards), *NO_CARDS)[:SLOTS])
                for seat, cards in position.deployed.items()
            }
        if position.stage == DEPLOYING:
            slots = ALL_SLOTS[: each_deploys(len(position.seats))]
            return dict.fromkeys(position.seats, ReaderContent(locked=slots))
        return {
            question.seat: ReaderContent(locked=(1,))
            for question in position.asked
            if question.open and position.custody is Custody.HANDS
        }

    def redacted(self, position: DieselPosition, viewer: int | None) -> DieselPosition:
        """Return the position without hands, unused cards, unrevealed cards and secret choices.

        The viewer knows the own hand, and what is left of hands that it passed on.
        """
        state, seen = position.state, hands_seen(position, viewer)
        if state.hands is None:
            hands = None
        else:
            hands = {seat: hand for seat, hand in state.hands.items() if seat in seen}
        aside = frozenset(state.unused or ())
        looks = any(
            question.seat == viewer and aside.intersection(question.legal)
            for question in position.asked
        )
        hidden = state._replace(hands=hands, unused=state.unused if looks else None)
        asked = tuple(
            one
            if one.seat == viewer
            else one._replace(legal=tuple(card for card in one.legal if card not in aside))
            for one in position.asked
        )
        if position.step == REVEAL:
            deployed = {seat: cards for seat, cards in position.deployed.items() if seat == viewer}
        else:
            deployed = {}
        return position._replace(
            state=hidden,
            deployed=deployed,
            given=tuple(one for one in position.given if one.seat == viewer),
            asked=asked,
        )

    def fingerprint(self, position: DieselPosition) -> str:
        """Return a hash of all that decides how the game goes on."""
        state = position.state
        ordered_fields = {"acted": tuple(sorted(state.acted)), "deck": state.deck.name}
        ordered = DieselState._make((state._asdict() | ordered_fields).values())
        return mark_of_text(canonical(position._replace(state=ordered)))

    # ---- Instructions ---------------------------------------------------------------------------

    def tell(
        self,
        before: DieselPosition,
        step: Step[DieselPosition, GameEvent],
        names: Mapping[int, str],
    ) -> tuple[Instruction[GameEvent], ...]:
        return telling.tell(self.scene(before), before.state, step.events, names)

    def standings(self, position: DieselPosition) -> tuple[Standing, ...]:
        """Return the standings by tokens, then by the rows."""
        return standing.standings(position.state)


class _Course(NamedTuple):
    """The steps of a turn that are shown together."""

    position: DieselPosition
    """The position after them."""
    steps: tuple[Step[DieselPosition, GameEvent], ...]
    """The events in them."""
    round: int = 0
    """The number of the step in which they began."""

    def on(self, outcome: DieselOutcome) -> _Course:
        """Return the course with one more step."""
        happened = [step for step in outcome.steps if step.events]
        round = self.position.round if happened and not self.steps else self.round
        step = max(END, self.position.step - 1)
        position = self.position._replace(state=outcome.state, step=step, given=(), asked=())
        # Hands that were passed on belong to the next turn.
        at_rest = self.position.step == END and not outcome.state.over
        steps: list[Step[DieselPosition, GameEvent]] = [
            Step(
                one.events,
                _at_rest(position) if at_rest else position._replace(state=one.state),
            )
            for one in happened
        ]
        return _Course(position, (*self.steps, *steps), round or self.position.round)

    def next_step(self) -> _Course | None:
        """Return the course with the next strength, if it is shown with the others.

        None if somebody has to choose first, or hands have to do something first.
        """
        if self.position.step == END or open_questions(self.position):
            return None
        outcome = resolve(self.position.state, self.position.step, self.position.given)
        if self.steps and any(isinstance(event, MOVING) for event in outcome.events):
            return None
        return self.on(outcome)


def _at_rest(position: DieselPosition) -> DieselPosition:
    """Return the position between two turns."""
    state = position.state
    stage = DEPLOYING if not state.over else OVER if state.champion else DEALING
    return DieselPosition(state, stage, by_app=position.by_app, rules=position.rules)


GAME: Final = DieselDerby(house_deck())
