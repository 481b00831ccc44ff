"""Diesel Demolition Derby behind the game interface: deal → choose → reveal → strengths from 4 to 0 → pass, and count at the end (DD01-DD15).

A Derby is a turn for the session, and each step of one of its turns a round (`stages`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.errors import SetupFault
from companion.games.api import Fault, Game, Passage, Plan, Step
from companion.games.asking import Answer, Custody, Finished, PlayOn, Row, Want
from companion.games.corrections import Corrections
from companion.games.decks import Decks
from companion.games.diesel import ABOUT, TITLE
from companion.games.diesel.corrections import CORRECTIONS, GameEvent
from companion.games.diesel.deck import CODES
from companion.games.diesel.deck_file import house_deck, parse_deck
from companion.games.diesel.editing import DieselDecks
from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.events import Discarded, Gained, Kept, Swapped, TurnedDown
from companion.games.diesel.engine.rules import (
    FEWEST,
    MEKK_MANIA,
    MOST,
    OPTIONS,
    each_deploys,
    rules_from,
    turns_of,
    words_of,
)
from companion.games.diesel.engine.state import Outcome, State
from companion.games.diesel.engine.turn import Given, deal, end_turn, resolve, reveal
from companion.games.diesel.foresight import DerbyWeighing
from companion.games.diesel.invariants import DieselInvariants
from companion.games.diesel.look import face_of
from companion.games.diesel.packs import GLANCE, credit_of, packs_of
from companion.games.diesel.stages import (
    ALL_SLOTS,
    CHOOSING,
    DEALING,
    DEPLOYING,
    END,
    OVER,
    REVEAL,
    RUNNING,
    Evening,
    card_of,
    dealing,
    deployment,
    first_fault,
    hands_seen,
    open_questions,
    targets,
    with_questions,
)
from companion.games.diesel.told import (
    layout,
    leading,
    standing,
    table,
    telling,
)
from companion.games.diesel.told.facts import DieselFacts
from companion.games.diesel.told.recap import DieselResults
from companion.games.diesel.told.wording import DieselWording
from companion.games.kit.pilot import Weighing
from companion.games.parts import Facts, Invariants, Results
from companion.games.printing import Printing
from companion.games.scene import (
    Face,
    Instruction,
    Layout,
    Scene,
    Standing,
)
from companion.kept_names import canonical, mark_of_text
from companion.named_tuples import NamedTuple
from companion.words import Text, text, verbatim

MOVING: Final = (Discarded, Gained, Kept, Swapped, TurnedDown)
"""Events after which something lies otherwise on the table, so that hands have to do."""


class DieselDerby(Game[Evening, GameEvent]):
    """The game with a deck, by default the house set; positions are `Evening`s."""

    key, title, about, version = "diesel", TITLE, ABOUT, 1
    seats: tuple[int, ...] = tuple(range(1, 9))
    options = OPTIONS
    deck: tuple[int, ...] = CODES
    ranking: Text = text(
        "Victory tokens count first, then the total strength of this Derby, then the number of combatants."
    )
    setup_pages: tuple[str, ...] = ("seats", "rules")
    passes_hands: bool = True

    def __init__(self, cards: Deck, own_deck: str = "") -> None:
        self.cards, self.wording = cards, DieselWording(cards)
        # One combatant of each strength, from the weakest to the strongest.
        first = {card.strength: order for order, card in reversed([*enumerate(cards.cards)])}
        cover = tuple(face_of(cards.cards[order], order) for _, order in sorted(first.items()))
        title = text("House set") if not own_deck else verbatim(cards.name)
        self.parts = {
            Corrections: CORRECTIONS,
            Decks: DieselDecks(own_deck, title, self.with_deck),
            Facts: DieselFacts(),
            Invariants: DieselInvariants(),
            Printing: Printing(packs_of(cards), credit_of(cards), GLANCE, cover),
            Results: DieselResults(),
            Weighing: DerbyWeighing(),
        }

    def with_deck(self, content: str, source: Text | str) -> DieselDerby:
        """The game with an owner's deck."""
        return GAME if not content else DieselDerby(parse_deck(content, str(source)), content)

    def face(self, code: int) -> Face | None:
        """A combatant."""
        if code not in CODES:
            return None
        order = CODES.index(code)
        return face_of(self.cards.cards[order], order)

    # ---- Setting up ------------------------------------------------------------------------------

    def begin(self, plan: Plan) -> Evening:
        """Nobody has anything; SetupFault with too few or too many players, or with a variant that is not for them."""
        players, rules = len(plan.seats), rules_from(plan.words)
        if players < FEWEST:
            raise SetupFault(
                text(
                    "Diesel Demolition Derby needs two players at least: give another seat a player"
                )
            )
        if players > MOST:
            raise SetupFault(
                text(
                    "Diesel Demolition Derby is for six players at most: leave {number} of the seats empty",
                    number=players - MOST,
                )
            )
        if players == MOST and rules.variant == MEKK_MANIA:
            raise SetupFault(
                text(
                    "Mekk Mania is for two to five players, and with six all cards are in play anyway: choose the cards by their marks"
                )
            )
        return Evening(
            State(
                self.cards,
                rules,
                plan.seats,
                dict.fromkeys(plan.seats, ()),
                tokens=dict.fromkeys(plan.seats, 0),
            )
        )

    def layout(self, position: Evening, names: Mapping[int, str]) -> Layout:
        """Which cards are taken out, and the tokens."""
        return layout.layout(position.state, names)

    def beside(
        self, position: Evening, names: Mapping[int, str]
    ) -> tuple[tuple[int | None, Text], ...]:
        """Hands, piles and tokens."""
        return layout.beside(position.state, names)

    # ---- The course of a Derby -------------------------------------------------------------------

    def want(self, position: Evening) -> Want:
        """A deal, cards to lay down, targets, the next step."""
        if position.stage == DEALING:
            return dealing(position)
        if position.stage == DEPLOYING:
            return deployment(position)
        if position.stage == CHOOSING:
            return targets(position)
        return (
            PlayOn(position.derby)
            if position.stage == RUNNING
            else Finished(position.derby, (position.state.champion,))
        )

    def dealt(
        self,
        position: Evening,
        codes: tuple[int, ...] | None,
        by_hand: frozenset[int] = frozenset(),
    ) -> Passage[Evening, GameEvent]:
        """The next Derby begins: rows, piles and hands anew (DD04)."""
        shuffled = (
            None
            if codes is None
            else tuple(
                card for code in codes if (card := card_of(position.state, code)) is not None
            )
        )
        state = deal(position.state._replace(rules=position.ahead), shuffled)
        return Passage(Evening(state, DEPLOYING, by_app=codes is not None), state.derby, 0)

    def fault(self, position: Evening, seat: int, rows: Mapping[int, Row]) -> Fault | None:
        """The first slot that cannot be laid down (DDR26)."""
        asked = position.stage == DEPLOYING or any(
            question.seat == seat and question.open for question in position.asked
        )
        return first_fault(position, seat, rows) if asked and seat in position.seats else None

    def answered(
        self, position: Evening, answers: Mapping[int, Answer]
    ) -> Passage[Evening, GameEvent]:
        """Cards that are laid down, or targets."""
        state = position.state
        if position.stage == DEPLOYING:
            slots = ALL_SLOTS[: each_deploys(len(state.seats))]
            cards = {
                seat: tuple(card_of(state, answers[seat].codes[slot - 1]) or "?" for slot in slots)
                for seat in state.seats
            }
            return Passage(position._replace(stage=RUNNING, deployed=cards), position.derby, 0)
        given = tuple(
            Given(
                question.seat,
                question.asker,
                answers[question.seat].offer
                or card_of(state, answers[question.seat].codes[0])
                or "?",
            )
            for question in position.asked
        )
        return Passage(
            with_questions(position._replace(given=(*position.given, *given))),
            position.derby,
            0,
        )

    def play(self, position: Evening) -> Passage[Evening, GameEvent]:
        """The next step in which something lies otherwise, with those in which nothing does; up to what somebody has to choose."""
        course = _Course(position, ())
        if position.step == REVEAL:
            course = course.on(reveal(position.state, position.deployed))
        while (after := course.next_step()) is not None:
            course = after
        evening, ends = course.evening, False
        last = evening.state.turn == turns_of(len(evening.seats))
        # The end of a Derby is told by itself.
        if evening.step == END and not (last and course.steps):
            course = course.on(outcome := end_turn(evening.state))
            ends = outcome.state.over
            evening = _at_rest(evening._replace(state=outcome.state))
        else:
            evening = with_questions(evening)
        shown = (
            tuple(
                (seat, self._face(evening.state, card))
                for seat, cards in position.deployed.items()
                for card in cards
            )
            if position.step == REVEAL
            else ()
        )
        # A card that was taken from aside lies in slot 1 where nobody else knows it.
        taken = position.custody is Custody.HANDS and any(
            isinstance(event, Gained) and event.start is None
            for step in course.steps
            for event in step.events
        )
        return Passage(
            evening,
            position.derby,
            course.round,
            course.steps,
            shown,
            ends_turn=ends,
            collects=position.step == REVEAL or taken,
        )

    def _face(self, state: State, card: str) -> Face:
        return face_of(state.card(card), state.deck.order(card))

    # ---- What there is to see --------------------------------------------------------------------

    def scene(self, position: Evening) -> Scene:
        """Rows in front of the seats, and the two piles."""
        return table.scene_of(position.state, position.passes)

    def lying(self, position: Evening) -> Mapping[int, tuple[int | None, ...]]:
        """Cards that are laid down and not revealed yet."""
        cards = position.deployed if position.step == REVEAL else {}
        return {
            seat: (*(CODES[position.state.deck.order(card)] for card in laid), *(None,) * 5)[:5]
            for seat, laid in cards.items()
        }

    def locks(self, position: Evening) -> Mapping[int, tuple[int, ...]]:
        """The light of a slot burns while a card is expected there."""
        if position.stage == DEPLOYING:
            return dict.fromkeys(position.seats, ALL_SLOTS[: each_deploys(len(position.seats))])
        return {
            question.seat: (1,)
            for question in position.asked
            if question.open and position.custody is Custody.HANDS
        }

    def redacted(self, position: Evening, viewer: int | None) -> Evening:
        """Hands, what lies aside, cards that are not revealed and choices that are not all made are secret, but for the viewer's own.

        Of hands that the viewer has passed on it knows what is left.
        """
        state, seen = position.state, hands_seen(position, viewer)
        hands = (
            None
            if state.hands is None
            else {seat: hand for seat, hand in state.hands.items() if seat in seen}
        )
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
        deployed = (
            {seat: cards for seat, cards in position.deployed.items() if seat == viewer}
            if position.step == REVEAL
            else {}
        )
        return position._replace(
            state=hidden,
            deployed=deployed,
            given=tuple(one for one in position.given if one.seat == viewer),
            asked=asked,
        )

    def fingerprint(self, position: Evening) -> str:
        """The hash of all that decides how the game goes on."""
        state = position.state
        told = {"acted": tuple(sorted(state.acted)), "deck": state.deck.name}
        ordered = State._make((state._asdict() | told).values())
        return mark_of_text(canonical(position._replace(state=ordered)))

    def words(self, position: Evening) -> Mapping[str, str]:
        """The settings' words, those of the next Derby where they were changed."""
        return words_of(position.ahead)

    # ---- What is told ----------------------------------------------------------------------------

    def tell(
        self, before: Evening, step: Step[Evening, GameEvent], names: Mapping[int, str]
    ) -> tuple[Instruction, ...]:
        """What hands lay, discard, move and turn over."""
        return telling.tell(self.scene(before), before.state, step.events, names)

    def way(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Rows, piles and hands as they were."""
        return leading.way(self.cards, before, after, names)

    def standings(self, position: Evening) -> tuple[Standing, ...]:
        """By tokens, then by what lies in front."""
        return standing.standings(position.state)

    def verdict(self, position: Evening, names: Mapping[int, str]) -> Text:
        """Who has won."""
        return standing.verdict(position.state, names)

    # ---- By hand, and unattended -----------------------------------------------------------------


class _Course(NamedTuple):
    """Steps of a turn that are told on one page: where they lead, what has happened, and in which step that began."""

    evening: Evening
    steps: tuple[Step[Evening, GameEvent], ...]
    round: int = 0

    def on(self, outcome: Outcome) -> _Course:
        """One step further."""
        happened = [step for step in outcome.steps if step.events]
        round = self.evening.round if happened and not self.steps else self.round
        step = max(END, self.evening.step - 1)
        evening = self.evening._replace(state=outcome.state, step=step, given=(), asked=())
        # Hands that were passed on are those of the next turn.
        at_rest = self.evening.step == END and not outcome.state.over
        steps: list[Step[Evening, GameEvent]] = [
            Step(
                one.events,
                _at_rest(evening) if at_rest else evening._replace(state=one.state),
            )
            for one in happened
        ]
        return _Course(evening, (*self.steps, *steps), round or self.evening.round)

    def next_step(self) -> _Course | None:
        """The next strength on the same page; None where somebody has to choose first, or hands have to carry something out first."""
        if self.evening.step == END or open_questions(self.evening):
            return None
        outcome = resolve(self.evening.state, self.evening.step, self.evening.given)
        if self.steps and any(isinstance(event, MOVING) for event in outcome.events):
            return None
        return self.on(outcome)


def _at_rest(evening: Evening) -> Evening:
    """Between two turns."""
    state = evening.state
    stage = DEPLOYING if not state.over else OVER if state.champion else DEALING
    return Evening(state, stage, by_app=evening.by_app, rules=evening.rules)


GAME: Final = DieselDerby(house_deck())
