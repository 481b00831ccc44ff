"""Tell the story of a race from its events, with the tables of sentences and counts.

Copies and ghosts have no counters. Rulings 40 to 43 of the digital rule set say what counts for
people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from companion.engine.causes import CARD, EDGE, PUSH, SHOT
from companion.engine.changes import ParkedByHand, PlacedByHand, SetByHand
from companion.engine.events import (
    BeatBegan,
    CardPlayed,
    Damaged,
    Destroyed,
    Event,
    FlagTouched,
    Healed,
    Moved,
    PoweredDown,
    RegisterBegan,
    TurnBegan,
    Turned,
    Won,
)
from companion.engine.keys import LAST_REGISTER
from companion.engine.state import DEADLY
from companion.games.api import P, TurnRecord
from companion.games.kit.story import (
    COUNTERS,
    NAMES,
    CountColumn,
    MarkerTouch,
    Names,
    Numbers,
    Recap,
    Sentence,
    Story,
    closest,
    counts_of,
    duel,
    fastest,
    lead,
    leads_of,
    most,
    sentences_of,
    tally,
)
from companion.games.parts import Results
from companion.games.race import turn_notes
from companion.games.race.game import RaceGame
from companion.games.race.ghosts import whose
from companion.games.race.standing import headline
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, listed, text

"""The number of registers in a turn."""
BACKWARD: Final = "back"
"""The move whose steps count as backward."""
TURNS: Final = {"left": "left_turns", "right": "right_turns", "uturn": "uturns"}

COLUMNS: Final = (
    CountColumn(
        "squares",
        text("Squares"),
        count("{number} square", "{number} squares", 0),
    ),
    CountColumn("pushes", text("Pushes"), count("{number} push", "{number} pushes", 0)),
    CountColumn("dealt", text("Dealt"), text("{points} damage dealt", points=0)),
    CountColumn("taken", text("Taken"), text("{points} damage taken", points=0)),
    CountColumn("deaths", text("Deaths"), count("{number} death", "{number} deaths", 0)),
    CountColumn(
        "flags",
        text("Flags"),
        count("{number} flag", "{number} flags", 0),
        is_extra=True,
    ),
)
"""The columns of a piece. Squares count in any direction."""
COUNTED_AS: Final = {
    "pushes": "opponents_pushed",
    "dealt": "damage_caused",
    "taken": "damage_taken",
}
"""The columns that are counters of people under another name."""


# ---- The record ----------------------------------------------------------------------------------


class RaceMoment(NamedTuple):
    """A moment of the race."""

    turn: int
    """The turn, from 1."""
    register: int
    """The register, 0 before the first one."""


class Death(NamedTuple):
    """The destruction of a piece, on a square or off it."""

    when: RaceMoment
    seat: int
    square: Square


class Push(NamedTuple):
    """A step of a piece that pushed others."""

    when: RaceMoment
    seat: int
    pushed: tuple[int, ...]
    """The seats of the pushed pieces, the nearest first."""


class Escape(NamedTuple):
    """A piece that the next hit would have destroyed until it was repaired or the race was over."""

    when: RaceMoment
    """The moment from which the next hit would have destroyed it."""
    seat: int


@dataclass(frozen=True)
class RaceStory(Story):
    """The record of a race."""

    deaths: Sequence[Death] = ()
    pushes: Sequence[Push] = ()
    escapes: Sequence[Escape] = ()
    statistics: Mapping[int, Numbers] = field(default_factory=dict)
    """The counters of people, by seat in ascending order."""


Added: TypeAlias = Iterable[tuple[int, str, int]]


class _Fold:
    """A growing record. Each method takes an event and yields what it adds to whose counters."""

    def __init__(self, seats: Iterable[int], deadly: int) -> None:
        self.seats, self.deadly = tuple(seats), deadly
        self.when = RaceMoment(1, 0)
        self.touches: list[MarkerTouch] = []
        self.deaths: list[Death] = []
        self.pushes: list[Push] = []
        self.escapes: list[Escape] = []
        self.brink: dict[int, RaceMoment] = {}
        """The pieces that the next hit destroys, with the moment since when."""
        self.winner: int | None = None
        self._step: list[Moved] = []
        """The last step of a card: the pushed pieces from the front, then the pusher (7.3.1).
        """
        self._card: CardPlayed | None = None
        """The card that is being played."""
        self._moment = 0
        self._credit: dict[int, tuple[int, int]] = {}
        """The last (moment, seat) that pushed or shot a piece in this register, by its seat."""
        self._taken: set[Square] = set()
        """The squares onto which the current card has brought any piece."""

    def turn_began(self, event: TurnBegan) -> Added:
        self.when = RaceMoment(event.turn, 0)
        return ()

    def register_began(self, event: RegisterBegan) -> Added:
        self.when = RaceMoment(event.turn, event.register)
        self._credit.clear()
        return self.began(event)

    def began(self, event: RegisterBegan | BeatBegan | CardPlayed) -> Added:
        self._moment += 1
        self._taken.clear()
        self._card = event if isinstance(event, CardPlayed) else None
        return ()

    def won(self, event: Won) -> Added:
        self.winner = event.seat
        return ()

    def moved(self, event: Moved) -> Added:
        yield event.seat, "squares", 1
        acting = None if self._card is None else self._card.seat
        if event.cause == CARD and event.seat == acting:
            self._taken.add(event.end)
            yield self._walked(event.seat)
        elif event.cause == PUSH and event.by is not None and event.by == acting:
            self._taken.add(event.end)
            yield from self._pushed(event.seat, event.by)
        if event.seat in self.seats:
            self._row(event)

    def _row(self, event: Moved) -> None:
        """Add a step to the row that is pushed."""
        row = self._step if self._step and self._step[-1].cause == PUSH else []
        if event.cause == PUSH and event.by in self.seats:
            goes_on = row and row[-1].by == event.by and event.seat not in _seats(row)
            self._step = [*row, event] if goes_on else [event]
        elif row and row[-1].by == event.seat:
            self._step = [*row, event]
            self.pushes.append(Push(self.when, event.seat, tuple(reversed(_seats(row)))))
        else:
            self._step = [event]

    def _walked(self, seat: int) -> tuple[int, str, int]:
        """Return the counter of a step; steps into pits and over edges count, too (no. 42)."""
        back = self._card is not None and self._card.card.move == BACKWARD
        return seat, "fields_backward" if back else "fields_forward", 1

    def _pushed(self, seat: int, by: int) -> Added:
        if seat in self.seats:
            self._credit[seat] = self._moment, by
            yield by, "opponents_pushed", 1

    def turned(self, event: Turned) -> Added:
        """Count turns by cards only, not those by belts and gears (no. 42)."""
        card = self._card
        own = card is not None and (event.cause, event.seat) == (CARD, card.seat)
        if card is not None and own and card.card.move in TURNS:
            yield event.seat, TURNS[card.card.move], 1

    def damaged(self, event: Damaged) -> Added:
        """Count all points received, those past the deadly one included.

        They are caused by the shooter, or by the piece that sent the shot back (no. 40).
        """
        if event.seat not in self.seats:
            return
        yield event.seat, "damage_taken", event.points
        if event.damage == self.deadly - 1:
            self.brink.setdefault(event.seat, self.when)
        # What a ghost does counts for its piece. A burning piece does not hurt itself.
        by = (whose(event.by) or event.by) if isinstance(event.by, int) else None
        if by is None or by == event.seat:
            return
        yield by, "damage_caused", event.points
        if event.cause == SHOT and by in self.seats:
            moment, before = self._credit.get(event.seat, (0, by))
            # A later event beats an earlier one, at the same moment the lowest seat counts (no.
            # 41).
            self._credit[event.seat] = (
                self._moment,
                min(before, by) if moment == self._moment else by,
            )

    def destroyed(self, event: Destroyed) -> Added:
        yield event.seat, "deaths", 1
        # A piece that goes over an edge enters no square, so that no step is reported.
        if event.cause == EDGE and self._card is not None:
            if event.seat == self._card.seat:
                yield self._walked(event.seat)
            elif event.square in self._taken:
                # It left the square to the pieces that pushed it.
                yield from self._pushed(event.seat, self._card.seat)
        if event.seat in self._credit:
            yield self._credit.pop(event.seat)[1], "robots_destroyed", 1
        if event.seat not in self.seats:
            return
        self.deaths.append(Death(self.when, event.seat, event.square))
        self.brink.pop(event.seat, None)
        # A piece that is pushed over the edge has no step (13.1). It left the square that the
        # foremost of the others entered.
        row = self._step
        if (
            event.cause == EDGE
            and row
            and row[-1].cause == CARD
            and row[0].end == event.square
            and event.seat not in _seats(row)
        ):
            known = self.pushes.pop().pushed if len(row) > 1 else ()
            self.pushes.append(Push(self.when, row[-1].seat, (*known, event.seat)))

    def healed(self, event: Healed) -> Added:
        self._saved(event.seat)
        yield event.seat, "damage_repaired", event.points

    def powered_down(self, event: PoweredDown) -> Added:
        self._saved(event.seat)
        yield event.seat, "damage_repaired", event.repaired
        yield event.seat, "power_downs", 1

    def _saved(self, seat: int) -> None:
        if seat in self.brink:
            self.escapes.append(Escape(self.brink.pop(seat), seat))

    def by_hand(self, event: PlacedByHand | ParkedByHand | SetByHand) -> Added:
        """Forget the piece's escape: a correction is no luck."""
        if event.seat is not None:
            self.brink.pop(event.seat, None)
        return ()

    def touched(self, event: FlagTouched) -> Added:
        if event.seat in self.seats:
            when = (self.when.turn - 1) * LAST_REGISTER + self.when.register
            self.touches.append(MarkerTouch(when, event.seat, event.flag))
        yield event.seat, "flags", 1


def _seats(row: Iterable[Moved]) -> list[int]:
    return [moved.seat for moved in row]


def record_of(events: Iterable[Event], seats: Iterable[int], deadly: int = DEADLY) -> RaceStory:
    """Return the record of some events; `deadly` is the damage that destroys."""
    fold = _Fold(seats, deadly)
    counted = tally(
        (*NAMES, "squares", "flags"),
        fold.seats,
        events,
        {
            TurnBegan: fold.turn_began,
            RegisterBegan: fold.register_began,
            BeatBegan: fold.began,
            CardPlayed: fold.began,
            Moved: fold.moved,
            Turned: fold.turned,
            Damaged: fold.damaged,
            Destroyed: fold.destroyed,
            Healed: fold.healed,
            PoweredDown: fold.powered_down,
            PlacedByHand: fold.by_hand,
            ParkedByHand: fold.by_hand,
            SetByHand: fold.by_hand,
            FlagTouched: fold.touched,
            Won: fold.won,
        },
    )
    if fold.winner is not None:
        fold.escapes += [Escape(when, seat) for seat, when in fold.brink.items()]
    return RaceStory(
        {
            seat: {one.key: numbers[COUNTED_AS.get(one.key, one.key)] for one in COLUMNS}
            for seat, numbers in counted.items()
        },
        fold.touches,
        () if fold.winner is None else (fold.winner,),
        deaths=fold.deaths,
        pushes=fold.pushes,
        escapes=fold.escapes,
        statistics={
            seat: {name: counted[seat][name] for name in NAMES} for seat in sorted(counted)
        },
    )


def counters_of(events: Iterable[Event], seats: Iterable[int]) -> Mapping[int, Numbers]:
    """Return the counters of these seats after some events, in the order of seats."""
    return record_of(events, seats).statistics


class RaceResults(Results[P, Event]):
    """The results of a race: its leader, its sentences and its counts."""

    turn_intro = staticmethod(turn_notes.turn_intro)
    log_lines = staticmethod(turn_notes.log_lines)
    turn_note = staticmethod(turn_notes.turn_note)

    def __init__(self, race: RaceGame[P]) -> None:
        self._race = race

    def headline(self, position: P, names: Mapping[int, str]) -> Text:
        return headline(
            [seat for _, seat in self._race.ranks(position)],
            self._race.conditions(position),
            self._race.to_go(position),
            names,
        )

    def verdict(self, position: P, winners: tuple[int, ...], names: Names) -> Text:
        """Return who has touched all flags."""
        flags, called = len(self._race.flags(position)), [names[seat] for seat in winners]
        if not called:
            return text("All clanks are out. Nobody wins.")
        if len(called) == 1:
            if flags == 2:
                return text("{clank} has touched both flags and wins!", clank=called[0])
            return count(
                "{clank} has touched the flag and wins!",
                "{clank} has touched all {number} flags and wins!",
                flags,
                clank=called[0],
            )
        if flags == 2:
            return text("{clanks} have touched both flags and win!", clanks=listed(called))
        return count(
            "{clanks} have touched the flag and win!",
            "{clanks} have touched all {number} flags and win!",
            flags,
            clanks=listed(called),
        )

    def recap(self, turns: Sequence[TurnRecord[P, Event]], names: Names) -> Recap:
        """Return the sentences and counts, empty for a race without a turn."""
        game = self._race
        if not turns:
            return Recap()
        last = turns[-1].position
        seats = [piece.seat for piece in game.pieces(last) if piece.of is None]
        events = (event for turn in turns for event in turn.events)
        record = record_of(events, seats, game.rules(last).rule_set.deadly)
        record = replace(
            record,
            leads=leads_of(
                turns,
                lambda position: [one.seat for one in game.standings(position) if one.place == 1],
            ),
            behind=_behind(game, last, record.winners),
        )
        return Recap(
            sentences_of(MAIN_SENTENCES, SPARE_SENTENCES, record, names),
            counts_of(COLUMNS, record.counts),
            counts_of(COUNTERS, record.statistics),
        )


def _behind(game: RaceGame[P], position: P, winners: Sequence[int]) -> list[tuple[int, int]]:
    """Return (squares to the last flag, seat) of those that needed only that one."""
    if not winners:
        return []
    last, away = len(game.flags(position)) - 1, game.to_go(position)
    conditions = game.conditions(position)
    return sorted(
        (away[piece.seat], piece.seat)
        for piece in game.pieces(position)
        if piece.seat in away and piece.seat not in winners and conditions[piece.seat].flags == last
    )


# ---- Sentences -----------------------------------------------------------------------------------


def _chain(record: RaceStory, names: Names) -> Text:
    """Return the longest row that was pushed, or who pushed most if all rows have one piece."""
    longest = max(record.pushes, key=lambda push: len(push.pushed), default=None)
    if longest is None:
        return NOTHING
    if len(longest.pushed) == 1:
        return PUSHERS(record, names)
    return text(
        "The longest push: {clank} pushed {others} at once in turn {turn}, register {register}.",
        clank=names[longest.seat],
        others=listed([names[seat] for seat in longest.pushed]),
        turn=longest.when.turn,
        register=longest.when.register,
    )


def _deadliest(record: RaceStory, names: Names) -> Text:
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


def _escape(record: RaceStory, names: Names) -> Text:
    if not record.escapes:
        return NOTHING
    when, seat = record.escapes[-1]
    return text(
        "In turn {turn} one more hit would have destroyed {clank}, but it survived.",
        turn=when.turn,
        clank=names[seat],
    )


PUSHERS: Final = most(
    "pushes",
    count(
        "{clanks} pushed others furthest: {number} square.",
        "{clanks} pushed others furthest: {number} squares.",
        0,
        clanks="",
    ),
)
MAIN_SENTENCES: Final[tuple[Sentence[RaceStory], ...]] = (
    lead(
        count(
            "The lead changed once: {clank} had it from turn {turn} on.",
            "The lead changed {number} times; {clank} had it from turn {turn} on.",
            0,
            clank="",
            turn=0,
        ),
        text("{clank} led after every turn.", clank=""),
        text("{clank} led from turn {turn} on, nobody before.", clank="", turn=0),
    ),
    fastest(
        count(
            "The fastest flag: {clank} took flag {flag} within {number} register.",
            "The fastest flag: {clank} took flag {flag} within {number} registers.",
            0,
            clank="",
            flag=0,
        ),
        text("Only {clank} touched a flag.", clank=""),
    ),
    _chain,
    _deadliest,
    closest(
        count(
            "When {clank} won, {other} was {number} square from the last flag.",
            "When {clank} won, {other} was {number} squares from the last flag.",
            0,
            clank="",
            other="",
        ),
        duel(
            text(
                "{clank} and {other} touched flag {flag} in the same register.",
                clank="",
                other="",
                flag=0,
            ),
            text(
                "{clank} touched flag {flag} just one register before {other}.",
                clank="",
                other="",
                flag=0,
            ),
        ),
        _escape,
    ),
)
"""The sentences about a race, in this order."""
SPARE_SENTENCES: Final[tuple[Sentence[RaceStory], ...]] = (
    most(
        "dealt",
        text("{clanks} dealt the most damage: {points}.", points=0, clanks=""),
    ),
    most(
        "squares",
        count(
            "{clanks} went furthest: {number} square.",
            "{clanks} went furthest: {number} squares.",
            0,
            clanks="",
        ),
    ),
    most(
        "taken",
        text("{clanks} took the most damage: {points}.", points=0, clanks=""),
    ),
    lambda record, names: NOTHING if record.deaths else text("Nobody was destroyed."),
    lambda record, names: (
        NOTHING if record.pushes or len(record.counts) < 2 else text("Nobody pushed anybody.")
    ),
)
"""The replacements for sentences that have nothing to say."""
