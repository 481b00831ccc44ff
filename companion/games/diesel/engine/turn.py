"""A turn: cards are revealed, strengths act from 4 to 0, hands are passed on (DD05-DD10).

After the last turn the Derby ends. Cards are dealt in `dealing`, asked about in `asking`, resolved
here and counted in `counting`.

Discards come first, then gains and swaps, then turning face down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.errors import RuleError
from companion.games.diesel.engine.asking import Act, GivenAnswer, course
from companion.games.diesel.engine.cards import (
    ASIDE,
    DISCARD,
    GAIN,
    SAFE,
    STAND_IN,
    SWAP,
    TURN,
    TURN_DOWN,
)
from companion.games.diesel.engine.counting import end_derby
from companion.games.diesel.engine.events import (
    CONTESTED,
    GONE,
    Claiming,
    Deployed,
    Discarded,
    Doer,
    Event,
    Gained,
    Idle,
    Kept,
    LastDiscarded,
    Looked,
    Passed,
    StoodIn,
    Swapped,
    TurnedDown,
)
from companion.games.diesel.engine.front import ability_of, everything, find_in_front, passes
from companion.games.diesel.engine.rules import turns_of
from companion.games.diesel.engine.state import (
    Claim,
    DieselOutcome,
    DieselState,
    DieselStep,
    RowCard,
)
from companion.named_tuples import NamedTuple


class Deal(NamedTuple):
    """A gain or a swap, which happens once even if several abilities chose it."""

    cards: tuple[str, ...]
    """One card to gain, or two cards to swap in alphabetical order."""
    seat: int = 0
    """The seat that gains the card, 0 for a swap."""


def resolve(state: DieselState, strength: int, given: tuple[GivenAnswer, ...]) -> DieselOutcome:
    """Resolve all abilities of a strength together (DD07, DDR01, DDR14).

    There are no events if none acts.

    Raises:
        RuleError: A question is open.
    """
    step = course(state, strength, given)
    if step.open:
        raise RuleError(f"seat {step.open[0].seat} has not chosen for {step.open[0].asker}")
    effects = _Effects(state, step.acts)
    if step.acts:
        effects.take_effect()
    acted = state.acted | {row_card.card for _, row_card in step.actors}
    state = effects.state._replace(acted=acted)
    return DieselOutcome(state, (DieselStep((*step.events, *effects.events), state),))


class _Effects:
    """The effects of a step.

    They are judged on `start`, the position at its start; `state` changes.
    """

    def __init__(self, state: DieselState, acts: tuple[Act, ...]) -> None:
        self.start = self.state = state
        self.acts = acts
        self.events: list[Event] = []
        # Cards that were hit and not saved, which cannot be gained or swapped in this step.
        self.reached: set[str] = set()

    def take_effect(self) -> None:
        """Apply the effects in the order of DDR14; claims of new cards begin afterwards (DDR17)."""
        self._discards()
        for act in self.acts:
            if act.ability.source == ASIDE:
                self.events.append(Looked(*act.doer))
        self._deals()
        self._turn_down()

    def _of(self, verb: str) -> tuple[Act, ...]:
        return tuple(act for act in self.acts if act.ability.verb == verb)

    # ---- Discards --------------------------------------------------------------------------------

    def _discards(self) -> None:
        """Move hit combatants to the pile, or to seats with a claim (DDR16, DDR17, DDR21)."""
        hit: dict[str, tuple[Doer, ...]] = {}
        for act in self._of(DISCARD):
            for card in act.targets:
                hit[card] = (*hit.get(card, ()), act.doer)
        if not hit:
            return
        # Each Decoy that is not hit takes the place of one that is (DDR15). The strongest are saved
        # first, among equals the oldest.
        for seat in self.start.seats:
            row = self.start.front[seat]
            decoys = [one for one in row if ability_of(self.start, one).verb == STAND_IN]
            saved = [one for one in row if one.card in hit and one not in decoys]
            saved.sort(key=lambda one: -self.start.card(one.card).strength)
            free = [decoy for decoy in decoys if decoy.card not in hit]
            for decoy, other in zip(free, saved, strict=False):
                hit[decoy.card] = hit.pop(other.card)
                self.events.append(StoodIn(seat, decoy.card, other.card, hit[decoy.card]))
        for seat, row_card in everything(self.start):
            card = row_card.card
            if card not in hit:
                continue
            self.reached.add(card)
            gainer = self._claimant(seat, row_card)
            if gainer == seat:
                self._change(seat, card, row_card._replace(down=False))
                self.events.append(Kept(seat, card, hit[card]))
            elif gainer is not None:
                self._change(seat, card)
                self._add(gainer, row_card._replace(down=False))
                self.events.append(Gained(gainer, card, seat, hit[card], True, "DDR17"))
            else:
                self._change(seat, card)
                self.state = self.state._replace(discard=(*self.state.discard, card))
                spared = self.start.claims and ability_of(self.start, row_card).verb == SAFE
                rule = "DDR21" if spared else "DD08"
                self.events.append(Discarded(seat, card, hit[card], rule))

    def _claimant(self, seat: int, row_card: RowCard) -> int | None:
        """Return the seat that gains what would be discarded, None for none (DDR17).

        It is its own player, else the first one in the order of asking. A safe one goes to no other
        seat (DDR21).
        """
        claims = [
            claim.seat
            for claim in self.start.claims
            if passes(
                self.start,
                (seat, row_card),
                (claim.seat, claim.card),
                self.start.card(claim.card).ability.targets,
            )
        ]
        if seat in claims:
            return seat
        if ability_of(self.start, row_card).verb == SAFE:
            return None
        return next((one for one in self.start.asking_order if one in claims), None)

    # ---- Gains and swaps -------------------------------------------------------------------------

    def _deals(self) -> None:
        """Carry out gains and swaps, except for cards that two different ones want (DDR28).

        One that a discard has prevented wants nothing.
        """
        wanted: dict[Deal, list[Act]] = {}
        for act in self.acts:
            if act.ability.verb == SWAP:
                trades = [Deal(tuple(sorted((act.doer[1], act.targets[0]))))]
            elif act.ability.verb == GAIN:
                trades = [Deal((card,), act.doer[0]) for card in act.targets]
            else:
                trades = []
            for trade in trades:
                if self.reached.intersection(trade.cards):
                    self._idle(act, GONE, "DDR14")
                else:
                    wanted.setdefault(trade, []).append(act)
        times = Counter(card for trade in wanted for card in trade.cards)
        for trade, acts in wanted.items():
            if max(times[card] for card in trade.cards) > 1:
                for act in acts:
                    self._idle(act, CONTESTED, "DDR28")
            elif trade.seat:
                self._gain(trade.cards[0], trade.seat, acts)
            else:
                (seat, card), other = acts[0].doer, acts[0].targets[0]
                mine, found = find_in_front(self.start, card), find_in_front(self.start, other)
                assert mine is not None and found is not None
                self._change(seat, card, found[1])
                self._change(found[0], other, mine[1])
                self.events.append(Swapped(seat, card, found[0], other, (seat, card)))

    def _gain(self, card: str, seat: int, acts: list[Act]) -> None:
        by, found = tuple(act.doer for act in acts), find_in_front(self.start, card)
        if found is None:
            unused = self.state.unused
            self.state = self.state._replace(
                unused=None if unused is None else tuple(one for one in unused if one != card),
                aside=self.state.aside - 1,
            )
            self._add(seat, RowCard(card))
        else:
            self._change(found[0], card)
            self._add(seat, found[1]._replace(down=False))
        self.events.append(Gained(seat, card, found[0] if found else None, by))
        if found is None and self.start.card(card).ability.kind == TURN:
            self.state = self.state._replace(claims=(*self.state.claims, Claim(seat, card)))
            self.events.append(Claiming(seat, card, "DDR17"))

    # ---- Turning face down -----------------------------------------------------------------------

    def _turn_down(self) -> None:
        turned: dict[str, list[Act]] = {}
        for act in self._of(TURN_DOWN):
            for card in act.targets:
                turned.setdefault(card, []).append(act)
        for card, acts in turned.items():
            found = find_in_front(self.state, card)
            if found is None:
                for act in acts:
                    self._idle(act, GONE, "DDR14")
            elif not found[1].down:
                self._change(found[0], card, found[1]._replace(down=True))
                self.events.append(TurnedDown(found[0], card, tuple(act.doer for act in acts)))

    # ---- Rows ------------------------------------------------------------------------------------

    def _change(self, seat: int, card: str, *instead: RowCard) -> None:
        """Replace a card in the row of a seat by others or none."""
        row = self.state.front[seat]
        at = next(number for number, row_card in enumerate(row) if row_card.card == card)
        self._lay(seat, (*row[:at], *instead, *row[at + 1 :]))

    def _add(self, seat: int, row_card: RowCard) -> None:
        self._lay(seat, (*self.state.front[seat], row_card))

    def _lay(self, seat: int, row: tuple[RowCard, ...]) -> None:
        self.state = self.state._replace(front={**self.state.front, seat: row})

    def _idle(self, act: Act, why: str, rule: str) -> None:
        self.events.append(Idle(*act.doer, why, rule))


def reveal(state: DieselState, deployed: Mapping[int, tuple[str, ...]]) -> DieselOutcome:
    """Reveal all cards at the ends of rows; TURN abilities begin (DD05, DD06)."""
    front = {
        seat: (
            *(row_card._replace(deployed=False) for row_card in state.front[seat]),
            *(RowCard(card, deployed=True) for card in deployed[seat]),
        )
        for seat in state.seats
    }
    revealed = [(seat, card) for seat in state.seats for card in deployed[seat]]
    claims = tuple(
        Claim(seat, card) for seat, card in revealed if state.card(card).ability.kind == TURN
    )
    if state.hands is None:
        hands = None
    else:
        hands = {
            seat: tuple(card for card in hand if card not in deployed[seat])
            for seat, hand in state.hands.items()
        }
    turn = state.turn + 1
    deployed_by = {**state.deployed_by, **{card: (seat, turn) for seat, card in revealed}}
    state = state._replace(
        front=front, turn=turn, hands=hands, claims=claims, deployed_by=deployed_by
    )
    return DieselOutcome(
        state,
        (
            DieselStep(tuple(Deployed(seat, card) for seat, card in revealed), state),
            DieselStep(tuple(Claiming(*claim) for claim in claims), state),
        ),
    )


def end_turn(state: DieselState) -> DieselOutcome:
    """Pass hands on (DD09), or end the Derby after its last turn (DD10-DD12)."""
    front = {
        seat: tuple(row_card._replace(deployed=False) for row_card in row)
        for seat, row in state.front.items()
    }
    state = state._replace(front=front, claims=())
    if state.turn < turns_of(len(state.seats)):
        hands = state.hands
        # The right neighbour of each seat is the one before it.
        if hands is None:
            passed = None
        else:
            passed = {seat: hands[state.seats[at - 1]] for at, seat in enumerate(state.seats)}
        state = state._replace(hands=passed)
        return DieselOutcome(state, (DieselStep((Passed(),), state),))
    # The last card of every hand is discarded, without further effects (DD10, DDR24).
    last: list[tuple[int, str | None]]
    if state.hands is None:
        last = [(seat, None) for seat in state.seats]
        state = state._replace(lost=state.lost + len(last))
    else:
        last = [(seat, card) for seat in state.seats for card in state.hands[seat]]
        state = state._replace(
            hands=dict.fromkeys(state.seats, ()),
            discard=(*state.discard, *(card for _, card in last if card is not None)),
        )
    thrown = DieselStep(tuple(LastDiscarded(seat, card) for seat, card in last), state)
    ended = end_derby(state)
    return DieselOutcome(ended.state, (thrown, ended))
