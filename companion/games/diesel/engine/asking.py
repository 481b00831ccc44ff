"""Who acts in a step and what everybody is asked for it, on the position at the start of the step (DDR01, DDR03, DDR13, DDR18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.errors import RuleFault
from companion.games.diesel.engine.cards import (
    ALL,
    ASIDE,
    COPY,
    EACH,
    GAIN,
    INSTANT,
    LOOK,
    NO_ABILITY,
    SAFE,
    SWAP,
    Ability,
)
from companion.games.diesel.engine.dealing import full_types, in_use, known_cards
from companion.games.diesel.engine.events import (
    DECLINED,
    NO_TARGET,
    NOT_ALONE,
    Chosen,
    Copied,
    Doer,
    Event,
    Idle,
)
from companion.games.diesel.engine.front import (
    Lying,
    ability_of,
    everything,
    lying,
    passing,
    types_of,
)
from companion.games.diesel.engine.state import State
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

NO: Final = "no"
"""The answer of who does not want to."""


@kept_as("Question seat asker legal verb owner open")
class Question(NamedTuple):
    """What somebody is asked in a step: `seat` chooses for `asker`, a card id; `legal` are card ids in their order, NO last where it is optional.

    `verb` is what will be done with the chosen one (COPY where it is the card whose ability is copied), `owner` the seat that has the asker. `open`: the
    answer may be any card that lies aside, which nobody here knows (`State.unused` is None); then `legal` are all that it may be.
    """

    seat: int
    asker: str
    legal: tuple[str, ...]
    verb: str
    owner: int
    open: bool = False


@kept_as("Given seat asker answer")
class Given(NamedTuple):
    """An answer to a question: who was asked, for which card, and the card id or NO. Several of one seat and card are in the order of asking."""

    seat: int
    asker: str
    answer: str


class Act(NamedTuple):
    """What a combatant does in a step: whose and which it is, the ability (a copied one too), and the cards that it is about."""

    doer: Doer
    ability: Ability
    targets: tuple[str, ...] = ()


class Course(NamedTuple):
    """A step so far: who acts, what is still to be asked, what each does, and what was chosen."""

    actors: tuple[Lying, ...]
    open: tuple[Question, ...]
    acts: tuple[Act, ...]
    events: tuple[Event, ...]


def questions(state: State, strength: int, given: tuple[Given, ...]) -> tuple[Question, ...]:
    """What is open in the step of a strength, after these answers: for every seat all that can be asked now, in the order of DDR13; () where all is chosen.

    A seat's first open question can be answered whatever others answer. What is asked by abilities that let every player choose comes once
    nothing else is open. Who has one legal answer only is not asked.
    """
    return course(state, strength, given).open


def course(state: State, strength: int, given: Iterable[Given]) -> Course:
    """The step of a strength with these answers; RuleFault for one that is not legal."""
    return _Step(state, strength, given).course()


def acting(state: State, strength: int) -> tuple[Lying, ...]:
    """The combatants that act in the step of a strength, in the order of asking (DDR18); each acts once in a Derby (DDR04)."""
    return tuple(
        (seat, laid)
        for seat, laid in everything(state, state.asking_order)
        if laid.deployed
        and state.card(laid.card).strength == strength
        and ability_of(state, laid).kind == INSTANT
        and laid.card not in state.acted
    )


class _Step:
    """One step, gone through in the order of asking. Answers are used up one by one."""

    def __init__(self, state: State, strength: int, given: Iterable[Given]) -> None:
        self.state, self.given = state, list(given)
        self.actors = acting(state, strength)
        self.open: list[Question] = []
        self.acts: list[Act] = []
        self.events: list[Event] = []
        self.seen_aside: list[str] = []

    def course(self) -> Course:
        """First what everybody chooses for their own combatants, then what is asked of every player."""
        for seat, laid in self.actors:
            self._begin((seat, laid.card), self.state.card(laid.card).ability)
        if not self.open:
            self._ask_everybody()
        return Course(self.actors, tuple(self.open), tuple(self.acts), tuple(self.events))

    # ---- What a combatant does -------------------------------------------------------------------

    def _begin(self, doer: Doer, ability: Ability) -> None:
        if ability.only and not self._alone(doer, ability.only):
            self._idle(doer, NOT_ALONE, "DDR09")
        elif ability.verb == COPY:
            self._copy(doer, ability)
        elif ability.number == EACH:
            # Its questions come in the second round.
            self.acts.append(Act(doer, ability))
        elif ability.number == ALL:
            self._act(doer, ability, self._targets(doer, ability))
        else:
            self._choose(doer, ability)

    def _alone(self, doer: Doer, only: str) -> bool:
        """Whether it is the single face-up combatant of the type that was deployed in this turn (DDR09, DDR20)."""
        return [
            laid.card
            for _, laid in everything(self.state)
            if laid.deployed and only in types_of(self.state, laid)
        ] == [doer[1]]

    def _copy(self, doer: Doer, ability: Ability) -> None:
        """Says whose instant it copies, and does what that says (DDR13, DDR25); one that copies is not copied."""
        found = tuple(card for card in self._targets(doer, ability) if self._can_be_copied(card))
        answer = self._ask(doer, COPY, found, may=ability.may)
        if answer is not None:
            self.events.append(Copied(*doer, (self._whose(answer) or 0, answer)))
            self._begin(doer, self.state.card(answer).ability)

    def _can_be_copied(self, card: str) -> bool:
        found = lying(self.state, card)
        ability = ability_of(self.state, found[1]) if found else NO_ABILITY
        return ability.kind == INSTANT and ability.verb != COPY

    def _whose(self, card: str) -> int | None:
        found = lying(self.state, card)
        return found[0] if found else None

    def _choose(self, doer: Doer, ability: Ability) -> None:
        """One combatant or one of the cards that lie aside, chosen by the player of the acting one."""
        if ability.verb == LOOK:
            self._look(doer, ability)
            return
        cards, unseen = (
            self._aside() if ability.source == ASIDE else (self._targets(doer, ability), False)
        )
        answer = self._ask(doer, ability.verb, cards, may=ability.may, unseen=unseen)
        if unseen and answer is not None and answer not in self.seen_aside:
            self.seen_aside.append(answer)
        if answer is not None:
            self._act(doer, ability, (answer,))

    def _act(self, doer: Doer, ability: Ability, targets: tuple[str, ...]) -> None:
        if targets:
            self.acts.append(Act(doer, ability, targets))
        else:
            self._idle(doer, NO_TARGET)

    def _look(self, doer: Doer, ability: Ability) -> None:
        """Its player sees what lies aside: on a question whose answer does nothing, or in the real pile, of which nobody is told."""
        cards, unseen = self._aside()
        self._act(doer, ability, cards)
        if not unseen:
            self._ask(doer, LOOK, cards, may=True, told=False)

    def _targets(
        self, doer: Doer, ability: Ability, seats: tuple[int, ...] | None = None
    ) -> tuple[str, ...]:
        """The combatants that it can be about; nobody takes or swaps a safe one of somebody else (DDR21)."""
        found = passing(self.state, doer, ability.targets, seats)
        if ability.verb in (GAIN, SWAP):
            found = tuple(
                (seat, laid)
                for seat, laid in found
                if seat == doer[0] or ability_of(self.state, laid).verb != SAFE
            )
        return tuple(laid.card for _, laid in found)

    def _aside(self) -> tuple[tuple[str, ...], bool]:
        """What can be taken from aside, in deck order, and whether nobody here knows what lies there."""
        state = self.state
        if state.unused is not None:
            return tuple(sorted(state.unused, key=state.deck.order)), False
        if not state.aside:
            return (), True
        # Whoever looks at the pile puts back what it wants to take, for the next one; so what is wanted may be all that lies there.
        if len(self.seen_aside) >= state.aside:
            return tuple(sorted(self.seen_aside, key=state.deck.order)), False
        known = known_cards(state)
        full = full_types(state, known)
        return tuple(
            card
            for card in in_use(state)
            if card not in known and state.card(card).strength not in full
        ), True

    # ---- What everybody is asked -----------------------------------------------------------------

    def _ask_everybody(self) -> None:
        """The second round: seat by seat what each ability asks that takes one combatant of every player (DDR13)."""
        asking = [number for number, act in enumerate(self.acts) if act.ability.number == EACH]
        if not asking:
            return
        found: dict[int, list[str]] = {number: [] for number in asking}
        for seat in self.state.asking_order:
            for number in asking:
                doer, ability = self.acts[number].doer, self.acts[number].ability
                answer = self._ask(
                    doer, ability.verb, self._targets(doer, ability, (seat,)), seat, told=False
                )
                if answer is not None:
                    found[number].append(answer)
        for number in asking:
            self.acts[number] = self.acts[number]._replace(targets=tuple(found[number]))
            if not found[number] and not self.open:
                self._idle(self.acts[number].doer, NO_TARGET)

    # ---- Questions and answers -------------------------------------------------------------------

    def _ask(
        self,
        doer: Doer,
        verb: str,
        cards: tuple[str, ...],
        seat: int | None = None,
        may: bool = False,
        unseen: bool = False,
        told: bool = True,
    ) -> str | None:
        """The card that a seat chooses, by default the doer's own; None where there is none, where it wants none, and where the question is open.

        `unseen`: nobody here knows which of the cards there are. `told`: that nothing comes of it is an event.
        """
        if not cards:
            if told:
                self._idle(doer, NO_TARGET)
            return None
        question = Question(
            seat or doer[0], doer[1], (*cards, NO) if may else cards, verb, doer[0], unseen
        )
        if len(question.legal) == 1 and not unseen:
            return cards[0]
        answer = self._answer(question)
        if answer == NO and told:
            self._idle(doer, DECLINED, "DD13")
        return None if answer == NO else answer

    def _answer(self, question: Question) -> str | None:
        """What was answered; None where nothing was yet. What somebody only looks at is nobody else's business."""
        given = next((one for one in self.given if one[:2] == question[:2]), None)
        if given is None:
            self.open.append(question)
            return None
        self.given.remove(given)
        if given.answer not in question.legal:
            raise RuleFault(
                f"seat {given.seat} chose {given.answer} for {given.asker}, expected one of {', '.join(question.legal)}"
            )
        if question.verb != LOOK:
            self.events.append(
                Chosen(given.seat, given.asker, given.answer, self._whose(given.answer))
            )
        return given.answer

    def _idle(self, doer: Doer, why: str, rule: str = "DDR06") -> None:
        self.events.append(Idle(*doer, why, rule))
