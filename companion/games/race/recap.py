"""What a race was all about: its events folded into a record, five sentences chosen by what happened, and what is counted of each clank.

Turns come as they stand in the end, so that nothing counts that was taken back. Two questions need the position after a turn as well: who leads, and
how far the others were from the last flag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.engine.causes import CARD, EDGE, PUSH
from companion.engine.changes import ParkedByHand, PlacedByHand, SetByHand
from companion.engine.events import (
    Damaged,
    Destroyed,
    Event,
    FlagTouched,
    Healed,
    Moved,
    PoweredDown,
    RegisterBegan,
    TurnBegan,
    Won,
)
from companion.engine.state import DEADLY
from companion.games.counted import Counts, Recap
from companion.games.race.counters import Counters, counters_of
from companion.games.race.statistics import statistics_of
from companion.games.scene import Fact, TurnRecord
from companion.geometry import Square
from companion.words import NOTHING, Text, count, listed, text, verbatim

if TYPE_CHECKING:
    from companion.games.race.game import RaceGame

SENTENCES: Final = 5
REGISTERS: Final = 5
"""In a turn."""
CLOSE: Final = 3
"""From so many squares before the last flag somebody has nearly won."""


# ---- The record ------------------------------------------------------------------------------------------------------------


class When(NamedTuple):
    """A moment of the race: its turn, and the register, 0 before the first one."""

    turn: int
    register: int

    @property
    def registers(self) -> int:
        """How many registers have been played until then, this one included."""
        return (self.turn - 1) * REGISTERS + self.register


class Tally(NamedTuple):
    """What is counted of one clank: squares that it crossed in any way, flags; and of its counters pushes, damage dealt and taken, and deaths."""

    squares: int = 0
    pushes: int = 0
    dealt: int = 0
    taken: int = 0
    deaths: int = 0
    flags: int = 0


class Touch(NamedTuple):
    """A clank has touched a flag."""

    when: When
    seat: int
    flag: int


class Death(NamedTuple):
    """A clank was destroyed on a square, or off it."""

    when: When
    seat: int
    square: Square


class Push(NamedTuple):
    """A step of a clank that pushed others, the nearest first."""

    when: When
    seat: int
    pushed: tuple[int, ...]


class Escape(NamedTuple):
    """The next hit would have destroyed a clank since then; it has lost some damage again, or lived to see the end."""

    when: When
    seat: int


class Record(NamedTuple):
    """A race in what is told of it; `leads` are those that took the lead, each with the turn at whose end it had it first.

    `behind` are those that needed only the last flag when another one won, each with the squares that it had to go, the nearest first.
    """

    counts: Mapping[int, Tally]
    touches: tuple[Touch, ...] = ()
    deaths: tuple[Death, ...] = ()
    pushes: tuple[Push, ...] = ()
    escapes: tuple[Escape, ...] = ()
    winner: int | None = None
    leads: tuple[tuple[int, int], ...] = ()
    behind: tuple[tuple[int, int], ...] = ()
    counted: Mapping[int, Counters] = {}


BEGINNING: Final = When(1, 0)


@dataclass(slots=True)
class _Fold:
    """The record while it grows."""

    counts: dict[int, Counter[str]]
    when: When = BEGINNING
    touches: list[Touch] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)
    pushes: list[Push] = field(default_factory=list)
    escapes: list[Escape] = field(default_factory=list)
    brink: dict[int, When] = field(default_factory=dict)
    """Whom the next hit destroys, and since when."""
    step: list[Moved] = field(default_factory=list)
    """The step of a card that was told last: those that are pushed, the foremost first, and then who pushes them (7.3.1)."""
    winner: int | None = None
    deadly: int = DEADLY

    def moved(self, event: Moved) -> None:
        self.counts[event.seat]["squares"] += 1
        last = self.step[-1] if self.step else None
        pushed = last is not None and last.cause == PUSH
        if event.cause == PUSH and event.by in self.counts:
            goes_on = (
                pushed
                and last is not None
                and last.by == event.by
                and all(other.seat != event.seat for other in self.step)
            )
            self.step = [*(self.step if goes_on else ()), event]
            return
        before = self.step if pushed and last is not None and last.by == event.seat else []
        self.step = [*before, event]
        if before:
            self.pushes.append(
                Push(self.when, event.seat, tuple(other.seat for other in reversed(before)))
            )

    def destroyed(self, event: Destroyed) -> None:
        self.deaths.append(Death(self.when, event.seat, event.square))
        self.brink.pop(event.seat, None)
        # Who is pushed over the edge has no step of its own (13.1): it left the square onto which the foremost of the others came.
        if (
            event.cause == EDGE
            and self.step
            and self.step[-1].cause == CARD
            and self.step[0].end == event.square
            and all(other.seat != event.seat for other in self.step)
        ):
            self._over_the_edge(event.seat)

    def _over_the_edge(self, seat: int) -> None:
        pusher, known = self.step[-1].seat, self.pushes.pop().pushed if len(self.step) > 1 else ()
        self.pushes.append(Push(self.when, pusher, (*known, seat)))

    def damaged(self, event: Damaged) -> None:
        if event.damage == self.deadly - 1:
            self.brink.setdefault(event.seat, self.when)

    def saved(self, event: Healed | PoweredDown) -> None:
        if event.seat in self.brink:
            self.escapes.append(Escape(self.brink.pop(event.seat), event.seat))

    def by_hand(self, event: PlacedByHand | ParkedByHand | SetByHand) -> None:
        """People are no luck."""
        if event.seat is not None:
            self.brink.pop(event.seat, None)

    def touched(self, event: FlagTouched) -> None:
        self.counts[event.seat]["flags"] += 1
        self.touches.append(Touch(self.when, event.seat, event.flag))

    def take(self, event: Event) -> None:
        """One event more."""
        if isinstance(event, RegisterBegan):
            self.when = When(event.turn, event.register)
        elif isinstance(event, TurnBegan):
            self.when = When(event.turn, 0)
        elif isinstance(event, Won):
            self.winner = event.seat
        elif getattr(event, "seat", None) not in (None, *self.counts):
            # Of copies and ghosts nothing is counted.
            return
        elif (fold := FOLDS.get(type(event))) is not None:
            fold(self, event)


FOLDS: Final[Mapping[type, Callable[[_Fold, Any], None]]] = {
    Moved: _Fold.moved,
    Destroyed: _Fold.destroyed,
    Damaged: _Fold.damaged,
    Healed: _Fold.saved,
    PoweredDown: _Fold.saved,
    PlacedByHand: _Fold.by_hand,
    ParkedByHand: _Fold.by_hand,
    SetByHand: _Fold.by_hand,
    FlagTouched: _Fold.touched,
}


def record_of(turns: Iterable[TurnRecord], seats: Iterable[int], deadly: int = DEADLY) -> Record:
    """The record of some turns, from their events alone; `deadly` is the damage that destroys."""
    fold = _Fold({seat: Counter() for seat in seats}, deadly=deadly)
    events = [event for turn in turns for event in turn.events]
    for event in events:
        fold.take(event)
    counted = counters_of(events, fold.counts)
    if fold.winner is not None:
        fold.escapes += [Escape(when, seat) for seat, when in fold.brink.items()]
    return Record(
        {seat: _tally(found, counted[seat]) for seat, found in fold.counts.items()},
        tuple(fold.touches),
        tuple(fold.deaths),
        tuple(fold.pushes),
        tuple(fold.escapes),
        fold.winner,
        counted=counted,
    )


def _tally(own: Mapping[str, int], counted: Counters) -> Tally:
    return Tally(
        own.get("squares", 0),
        counted.opponents_pushed,
        counted.damage_caused,
        counted.damage_taken,
        counted.deaths,
        own.get("flags", 0),
    )


def recap_of(game: RaceGame, turns: Sequence[TurnRecord], names: Mapping[int, str]) -> Recap:
    """The sentences and the counts; none of either for a race that has not been played."""
    if not turns:
        return Recap()
    last = turns[-1].position
    record = record_of(
        turns,
        [piece.seat for piece in game.pieces(last) if piece.of is None],
        game.rules(last).rule_set.deadly,
    )
    record = record._replace(leads=_leads(game, turns), behind=_behind(game, last, record.winner))
    counts = tuple(_counted(seat, tally) for seat, tally in record.counts.items())
    return Recap(
        tuple(sentences_of(record, names)),
        counts,
        statistics_of({seat: counted._asdict() for seat, counted in record.counted.items()}),
    )


def _leads(game: RaceGame, turns: Iterable[TurnRecord]) -> tuple[tuple[int, int], ...]:
    """Who took the lead, and at the end of which turn; where several share it nobody takes it from who had it."""
    found: list[tuple[int, int]] = []
    for turn in turns:
        first = [standing.seat for standing in game.standings(turn.position) if standing.place == 1]
        if len(first) == 1 and (not found or found[-1][1] != first[0]):
            found.append((turn.turn, first[0]))
    return tuple(found)


def _behind(game: RaceGame, position: Any, winner: int | None) -> tuple[tuple[int, int], ...]:
    if winner is None:
        return ()
    last, away = len(game.flags(position)) - 1, game.to_go(position)
    conditions = game.conditions(position)
    near = [
        (away[piece.seat], piece.seat)
        for piece in game.pieces(position)
        if piece.seat in away and piece.seat != winner and conditions[piece.seat].flags == last
    ]
    return tuple((seat, squares) for squares, seat in sorted(near))


def _counted(seat: int, tally: Tally) -> Counts:
    said = (
        (text("Squares"), count("{number} square", "{number} squares", tally.squares)),
        (text("Pushes"), count("{number} push", "{number} pushes", tally.pushes)),
        (text("Dealt"), text("{points} damage dealt", points=tally.dealt)),
        (text("Taken"), text("{points} damage taken", points=tally.taken)),
        (text("Deaths"), count("{number} death", "{number} deaths", tally.deaths)),
        (text("Flags"), count("{number} flag", "{number} flags", tally.flags)),
    )
    facts = tuple(
        Fact(head, verbatim(str(number)), words)
        for (head, words), number in zip(said, tally, strict=True)
    )
    return Counts(seat, facts, tally._asdict(), (text("Flags"),))


# ---- Sentences -------------------------------------------------------------------------------------------------------------


def sentences_of(record: Record, names: Mapping[int, str]) -> list[Text]:
    """Five sentences, in the order in which a race is told; fewer where less has happened."""
    return five(
        [sentence(record, names) for sentence in TOLD],
        (sentence(record, names) for sentence in SPARE),
    )


def five(said: Sequence[Text], spare: Iterable[Text]) -> list[Text]:
    """What is said of a race, with spare sentences for those of which there is nothing to say, five in all where there are as many."""
    missing = SENTENCES - sum(bool(words) for words in said)
    # How close it was stays for the end.
    return [
        *filter(None, said[:-1]),
        *islice(filter(None, spare), missing),
        *filter(None, said[-1:]),
    ]


def _lead(record: Record, names: Mapping[int, str]) -> Text:
    # Who races alone leads nobody.
    if not record.leads or len(record.counts) < 2:
        return NOTHING
    turn, seat = record.leads[-1]
    changes = len(record.leads) - 1
    if changes:
        return count(
            "The lead changed once: {clank} had it from turn {turn} on.",
            "The lead changed {number} times; {clank} had it from turn {turn} on.",
            changes,
            clank=names[seat],
            turn=turn,
        )
    return (
        text("{clank} led after every turn.", clank=names[seat])
        if turn == 1
        else text("{clank} led from turn {turn} on, nobody before.", clank=names[seat], turn=turn)
    )


def _fastest(record: Record, names: Mapping[int, str]) -> Text:
    """The flag for which somebody needed the fewest registers, from the one before or from the start."""
    before: dict[int, When] = {}
    legs: list[tuple[int, Touch]] = []
    for touch in record.touches:
        legs.append((touch.when.registers - before.get(touch.seat, When(1, 0)).registers, touch))
        before[touch.seat] = touch.when
    if len(legs) < 2:
        return (
            text("Only {clank} touched a flag.", clank=names[legs[0][1].seat])
            if legs and len(record.counts) > 1
            else NOTHING
        )
    needed, touch = min(legs, key=lambda leg: leg[0])
    return count(
        "The fastest flag: {clank} took flag {flag} within {number} register.",
        "The fastest flag: {clank} took flag {flag} within {number} registers.",
        max(1, needed),
        clank=names[touch.seat],
        flag=touch.flag,
    )


def _chain(record: Record, names: Mapping[int, str]) -> Text:
    """The longest row that was pushed; where all rows are of one, who pushed most."""
    longest = max(record.pushes, key=lambda push: len(push.pushed), default=None)
    if longest is None:
        return NOTHING
    if len(longest.pushed) == 1:
        return most(
            record.counts,
            names,
            "pushes",
            lambda clanks, number: count(
                "{clanks} pushed others furthest: {number} square.",
                "{clanks} pushed others furthest: {number} squares.",
                number,
                clanks=clanks,
            ),
        )
    return text(
        "The longest push: {clank} pushed {others} at once in turn {turn}, register {register}.",
        clank=names[longest.seat],
        others=listed([names[seat] for seat in longest.pushed]),
        turn=longest.when.turn,
        register=longest.when.register,
    )


def _deadliest(record: Record, names: Mapping[int, str]) -> Text:
    squares = Counter(death.square for death in record.deaths)
    if not squares:
        return NOTHING
    square, often = squares.most_common(1)[0]
    if often > 1:
        return text(
            "{square} was the deadliest square: {number} deaths.", square=square, number=often
        )
    first = record.deaths[0]
    if len(record.deaths) == 1:
        return text(
            "Only {clank} was destroyed, on {square} in turn {turn}.",
            clank=names[first.seat],
            square=first.square,
            turn=first.when.turn,
        )
    return text(
        "{number} deaths, each on a different square; {clank} was the first, on {square}.",
        number=len(record.deaths),
        clank=names[first.seat],
        square=first.square,
    )


def _closest(record: Record, names: Mapping[int, str]) -> Text:
    """The closest call: somebody nearly won too, a flag was touched a register before somebody else, or somebody lived on that one hit would have destroyed."""
    narrow = _narrow_win(record, names)
    if narrow and record.behind[0][1] <= CLOSE:
        return narrow
    return _duel(record, names) or _escape(record, names) or narrow


def _narrow_win(record: Record, names: Mapping[int, str]) -> Text:
    if record.winner is None or not record.behind:
        return NOTHING
    other, squares = record.behind[0]
    return count(
        "When {clank} won, {other} was {number} square from the last flag.",
        "When {clank} won, {other} was {number} squares from the last flag.",
        squares,
        clank=names[record.winner],
        other=names[other],
    )


def _duel(record: Record, names: Mapping[int, str]) -> Text:
    """Two that touched the same flag in the same register, or one after the other."""
    pairs = [
        (later.when.registers - first.when.registers, -first.flag, first, later)
        for first, later in combinations(record.touches, 2)
        if first.flag == later.flag
        and first.seat != later.seat
        and later.when.registers - first.when.registers <= 1
    ]
    if not pairs:
        return NOTHING
    apart, _, first, later = min(pairs)
    if apart:
        return text(
            "{clank} touched flag {flag} just one register before {other}.",
            clank=names[first.seat],
            flag=first.flag,
            other=names[later.seat],
        )
    return text(
        "{clank} and {other} touched flag {flag} in the same register.",
        clank=names[first.seat],
        flag=first.flag,
        other=names[later.seat],
    )


def _escape(record: Record, names: Mapping[int, str]) -> Text:
    if not record.escapes:
        return NOTHING
    when, seat = record.escapes[-1]
    return text(
        "In turn {turn} one more hit would have destroyed {clank}, and it lived on.",
        turn=when.turn,
        clank=names[seat],
    )


def most(
    counts: Mapping[int, object],
    names: Mapping[int, str],
    what: str,
    told: Callable[[Text, int], Text],
) -> Text:
    """Who has the most of something that is counted by seat; NOTHING where nobody has any, or nobody has less."""
    of = {seat: getattr(tally, what) for seat, tally in counts.items()}
    best = max(of.values(), default=0)
    first = [names[seat] for seat, number in of.items() if number == best]
    return told(listed(first), best) if best and (len(first) < len(of) or len(of) == 1) else NOTHING


def _hardest(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "dealt",
        lambda clanks, points: text(
            "{clanks} dealt the most damage: {points}.", clanks=clanks, points=points
        ),
    )


def _furthest(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "squares",
        lambda clanks, number: count(
            "{clanks} went furthest: {number} square.",
            "{clanks} went furthest: {number} squares.",
            number,
            clanks=clanks,
        ),
    )


def _hit(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "taken",
        lambda clanks, points: text(
            "{clanks} took the most damage: {points}.", clanks=clanks, points=points
        ),
    )


def _unharmed(record: Record, names: Mapping[int, str]) -> Text:
    return NOTHING if record.deaths else text("Nobody was destroyed.")


def _unpushed(record: Record, names: Mapping[int, str]) -> Text:
    return NOTHING if record.pushes or len(record.counts) < 2 else text("Nobody pushed anybody.")


Sentence = Callable[[Record, Mapping[int, str]], Text]
TOLD: Final[tuple[Sentence, ...]] = (_lead, _fastest, _chain, _deadliest, _closest)
"""What a race is told by, in this order."""
SPARE: Final[tuple[Sentence, ...]] = (_hardest, _furthest, _hit, _unharmed, _unpushed)
"""What takes the place of a sentence that has nothing to say."""
