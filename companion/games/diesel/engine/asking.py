"""Find the combatants that act in a step, and ask for it (DDR01, DDR03, DDR13, DDR18).

All is judged on the position at the start of the step.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.errors import RuleError
from companion.games.diesel.engine.cards import (
    ALL,
    ASIDE,
    COPY,
    EACH,
    GAIN,
    INSTANT,
    LOOK,
    SAFE,
    SWAP,
    Ability,
)
from companion.games.diesel.engine.dealing import sorted_cards, unseen
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
    FrontCard,
    ability_of,
    everything,
    find_in_front,
    passing,
    types_of,
)
from companion.games.diesel.engine.state import DieselState
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

NO: Final = "no"
"""The answer that declines."""


@kept_as("Question seat asker legal verb owner open")
class CardQuestion(NamedTuple):
    """A question in a step."""

    seat: int
    """The seat that chooses."""
    asker: str
    """The id of the card that asks."""
    legal: tuple[str, ...]
    """The ids of legal cards in order, with NO at the end if the choice is optional."""
    verb: str
    """The effect on the chosen card; COPY if its ability is copied."""
    owner: int
    """The seat of the card that asks."""
    open: bool = False
    """Whether any unused card may be the answer, since they are unknown here.

    Then `DieselState.unused` is None, and `legal` has all cards that it may be.
    """


@kept_as("Given seat asker answer")
class GivenAnswer(NamedTuple):
    """An answer to a question. Several for one seat and card are in the order of asking."""

    seat: int
    """The seat that was asked."""
    asker: str
    """The id of the card that asked."""
    answer: str
    """The id of a card, or NO."""


class Act(NamedTuple):
    """The act of one combatant in a step."""

    doer: Doer
    """The seat and id of the combatant."""
    ability: Ability
    """Its ability, which may be a copied one."""
    targets: tuple[str, ...] = ()
    """The cards that it is about."""


class Course(NamedTuple):
    """A step so far."""

    actors: tuple[FrontCard, ...]
    """The combatants that act."""
    open: tuple[CardQuestion, ...]
    """The open questions."""
    acts: tuple[Act, ...]
    """The act of each combatant."""
    events: tuple[Event, ...]
    """The choices that were made."""


def questions(
    state: DieselState, strength: int, given: tuple[GivenAnswer, ...]
) -> tuple[CardQuestion, ...]:
    """Return the open questions in the step of a strength, in the order of DDR13.

    A seat's first question can be answered independently of others. Abilities that let every player
    choose ask after all others. A seat with a single legal answer is not asked.
    """
    return course(state, strength, given).open


def course(state: DieselState, strength: int, given: Iterable[GivenAnswer]) -> Course:
    """Return the step of a strength with these answers.

    Raises:
        RuleError: An answer is not legal.
    """
    return _Step(state, strength, given).course()


def acting(state: DieselState, strength: int) -> tuple[FrontCard, ...]:
    """Return the combatants that act in the step of a strength, in order (DDR18).

    Each acts once in a Derby (DDR04).
    """
    return tuple(
        (seat, row_card)
        for seat, row_card in everything(state, state.asking_order)
        if row_card.deployed
        and state.card(row_card.card).strength == strength
        and ability_of(state, row_card).kind == INSTANT
        and row_card.card not in state.acted
    )


class _Step:
    """One step in the order of asking. Answers are used up one by one."""

    def __init__(self, state: DieselState, strength: int, given: Iterable[GivenAnswer]) -> None:
        self.state, self.given = state, list(given)
        self.actors = acting(state, strength)
        self.open: list[CardQuestion] = []
        self.acts: list[Act] = []
        self.events: list[Event] = []
        self.seen_aside: list[str] = []

    def course(self) -> Course:
        """Return the step: first the choices for own combatants, then those of every player."""
        for seat, row_card in self.actors:
            self._begin((seat, row_card.card), self.state.card(row_card.card).ability)
        if not self.open:
            self._ask_everybody()
        return Course(self.actors, tuple(self.open), tuple(self.acts), tuple(self.events))

    # ---- What a combatant does -------------------------------------------------------------------

    def _begin(self, doer: Doer, ability: Ability) -> None:
        """Let a combatant act, and ask its player for what it needs."""
        if ability.only and not self._alone(doer, ability.only):
            self._idle(doer, NOT_ALONE, "DDR09")
        elif ability.verb == COPY:
            # The copied ability acts at once (DDR13, DDR25).
            answer = self._ask(doer, COPY, self._targets(doer, ability), may=ability.may)
            if answer is not None:
                self.events.append(Copied(*doer, (self._whose(answer) or 0, answer)))
                self._begin(doer, self.state.card(answer).ability)
        elif ability.number == EACH:
            # Its questions come in the second round.
            self.acts.append(Act(doer, ability))
        elif ability.number == ALL:
            self._act(doer, ability, self._targets(doer, ability))
        elif ability.verb == LOOK:
            # It is a question without effect, or a look at the real pile that no instruction shows.
            cards, unseen = self._aside()
            self._act(doer, ability, cards)
            if not unseen:
                self._ask(doer, LOOK, cards, may=True, report=False)
        else:
            cards, unseen = (
                self._aside() if ability.source == ASIDE else (self._targets(doer, ability), False)
            )
            answer = self._ask(doer, ability.verb, cards, may=ability.may, unseen=unseen)
            if unseen and answer is not None and answer not in self.seen_aside:
                self.seen_aside.append(answer)
            if answer is not None:
                self._act(doer, ability, (answer,))

    def _alone(self, doer: Doer, only: str) -> bool:
        """Return whether it is the only face-up one of its type of this turn (DDR09, DDR20)."""
        return [
            row_card.card
            for _, row_card in everything(self.state)
            if row_card.deployed and only in types_of(self.state, row_card)
        ] == [doer[1]]

    def _whose(self, card: str) -> int | None:
        found = find_in_front(self.state, card)
        return found[0] if found else None

    def _act(self, doer: Doer, ability: Ability, targets: tuple[str, ...]) -> None:
        if targets:
            self.acts.append(Act(doer, ability, targets))
        else:
            self._idle(doer, NO_TARGET)

    def _targets(
        self, doer: Doer, ability: Ability, seats: tuple[int, ...] | None = None
    ) -> tuple[str, ...]:
        """Return the possible targets.

        Safe combatants of others cannot be taken (DDR21). Only instants can be copied, and none
        that copies (DDR25).
        """
        found = passing(self.state, doer, ability.targets, seats)
        if ability.verb == COPY:
            found = tuple(
                (seat, row_card)
                for seat, row_card in found
                if (own := ability_of(self.state, row_card)).kind == INSTANT and own.verb != COPY
            )
        if ability.verb in (GAIN, SWAP):
            found = tuple(
                (seat, row_card)
                for seat, row_card in found
                if seat == doer[0] or ability_of(self.state, row_card).verb != SAFE
            )
        return tuple(row_card.card for _, row_card in found)

    def _aside(self) -> tuple[tuple[str, ...], bool]:
        """Return the unused cards to take, in deck order, and whether they are unknown here."""
        state = self.state
        if state.unused is not None:
            return sorted_cards(state, state.unused), False
        if not state.aside:
            return (), True
        # A player puts a wanted card back for the next one to see. So the wanted cards may be all
        # of the pile.
        if len(self.seen_aside) >= state.aside:
            return sorted_cards(state, self.seen_aside), False
        return unseen(state), True

    # ---- What everybody is asked -----------------------------------------------------------------

    def _ask_everybody(self) -> None:
        """Ask seat by seat for abilities that take one combatant of every player (DDR13)."""
        asking = [number for number, act in enumerate(self.acts) if act.ability.number == EACH]
        if not asking:
            return
        found: dict[int, list[str]] = {number: [] for number in asking}
        for seat in self.state.asking_order:
            for number in asking:
                doer, ability = self.acts[number].doer, self.acts[number].ability
                answer = self._ask(
                    doer, ability.verb, self._targets(doer, ability, (seat,)), seat, report=False
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
        report: bool = True,
    ) -> str | None:
        """Return the chosen card, None if there is none, it is declined, or the question is open.

        Args:
            doer: The combatant that asks.
            verb: What happens to the chosen card.
            cards: The possible cards.
            seat: The seat that chooses, by default the doer's own.
            may: Whether it can decline.
            unseen: Whether it is unknown here which of the cards are there.
            report: Whether it is an event if nothing comes of it.
        """
        if not cards:
            if report:
                self._idle(doer, NO_TARGET)
            return None
        question = CardQuestion(
            seat or doer[0], doer[1], (*cards, NO) if may else cards, verb, doer[0], unseen
        )
        if len(question.legal) == 1 and not unseen:
            return cards[0]
        given = next((one for one in self.given if one[:2] == question[:2]), None)
        if given is None:
            self.open.append(question)
            return None
        self.given.remove(given)
        if given.answer not in question.legal:
            raise RuleError(
                f"seat {given.seat} chose {given.answer} for {given.asker}, expected one of "
                f"{', '.join(question.legal)}"
            )
        # Mere looks are secret.
        if verb != LOOK:
            self.events.append(
                Chosen(given.seat, given.asker, given.answer, self._whose(given.answer))
            )
        if given.answer != NO:
            return given.answer
        if report:
            self._idle(doer, DECLINED, "DD13")
        return None

    def _idle(self, doer: Doer, why: str, rule: str = "DDR06") -> None:
        self.events.append(Idle(*doer, why, rule))
