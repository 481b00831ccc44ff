"""Tell the story of a race from its events, with the tables of sentences and counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from companion.games.api import TurnRecord
from companion.games.cardbot.engine.cards import COMMANDS, LAST_TARGET
from companion.games.cardbot.engine.events import (
    BELT,
    MOVE,
    PING,
    SHOVE,
    TELEPORT,
    CommandBegan,
    GameEvent,
    Moved,
    RoundBegan,
    Turned,
    Visited,
)
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.narration.standing import (
    headline,
    leaders,
    player_of,
    to_go,
    verdict,
)
from companion.games.cardbot.stages import CardbotPosition
from companion.games.kit.story import (
    COUNTERS,
    CountColumn,
    MarkerTouch,
    Names,
    Recap,
    Rules,
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
from companion.games.scene import Instruction
from companion.words import NOTHING, Text, count, listed, text

FIRST_AMONG_EQUALS = "CBR02"


COLUMNS: Final = (
    CountColumn(
        "places",
        text("Moved"),
        count("moved {number} place", "moved {number} places", 0),
    ),
    CountColumn("shoves", text("Shoves"), count("{number} shove", "{number} shoves", 0)),
    CountColumn("pings", text("Pings"), count("{number} ping", "{number} pings", 0)),
    CountColumn(
        "pushed",
        text("Moved by others"),
        count("moved by others once", "moved by others {number} times", 0),
        is_extra=True,
    ),
    CountColumn(
        "carried",
        text("On belts"),
        count("{number} place on belts", "{number} places on belts", 0),
        is_extra=True,
    ),
    CountColumn("teleports"),
    CountColumn(
        "targets",
        text("Targets"),
        count("{number} target", "{number} targets", 0),
        is_extra=True,
    ),
)
"""The columns of a robot. Places count in any direction."""
OWN_WORDS: Final = {
    "fields_forward": text("Places forward"),
    "opponents_pushed": text("Others moved"),
}
"""The headings of counters of people that have other words in this game."""
TURNS: Final = {3: "left_turns", 1: "right_turns", 2: "uturns"}
"""The counters of turns, by quarters clockwise."""
KEYS: Final = (
    *(column.key for column in COLUMNS),
    *("fields_forward", *TURNS.values(), "opponents_pushed"),
)
"""All counters. The game has no others: no robot is damaged, destroyed, goes backward or rests."""


def _moved(event: Moved) -> Iterable[tuple[int, str, int]]:
    yield event.seat, "places", 1
    if event.cause == MOVE:
        yield event.seat, "fields_forward", 1
    elif event.cause in (SHOVE, PING):
        yield event.seat, "pushed", 1
        yield event.mover, "shoves" if event.cause == SHOVE else "pings", 1
        yield event.mover, "opponents_pushed", 1
    elif event.cause in (BELT, TELEPORT):
        yield event.seat, "carried" if event.cause == BELT else "teleports", 1


RULES: Final[Rules] = {
    Moved: _moved,
    Turned: lambda event: ((event.seat, TURNS[(event.after - event.before) % 4], 1),),
    Visited: lambda event: ((event.seat, "targets", 1),),
}


def story_of(turns: Sequence[TurnRecord[CardbotState, GameEvent]]) -> Story:
    """Return the story of at least one round; the positions are states."""
    last = turns[-1].position
    events = [event for turn in turns for event in turn.events]
    touches, when = list[MarkerTouch](), 0
    for event in events:
        if isinstance(event, RoundBegan):
            when = (event.round - 1) * COMMANDS
        elif isinstance(event, CommandBegan):
            when += 1
        elif isinstance(event, Visited):
            touches.append(MarkerTouch(when, event.seat, event.target))
    # Others than the winners that needed only the last target.
    away, won = to_go(last), {player_of(last, seat) for seat in last.winners}
    behind = sorted(
        (away[robot.seat], robot.seat)
        for robot in (last.robots if last.winners else ())
        if player_of(last, robot.seat) not in won
        and robot.targets == LAST_TARGET - 1
        and robot.seat in away
    )
    return Story(
        tally(KEYS, last.seats, events, RULES),
        touches,
        last.winners,
        leads_of(turns, leaders),
        behind,
    )


def recap(turns: Sequence[TurnRecord[CardbotState, GameEvent]], names: Names) -> Recap:
    """Return sentences and counts of rounds with states as positions, empty without a round."""
    if not turns:
        return Recap()
    story = story_of(turns)
    return Recap(
        sentences_of(MAIN_SENTENCES, SPARE_SENTENCES, story, names),
        counts_of(COLUMNS, story.counts),
        counts_of(
            (one._replace(head=OWN_WORDS.get(one.key, one.head)) for one in COUNTERS),
            story.counts,
        ),
    )


class CardbotResults(Results[CardbotPosition, GameEvent]):
    """The results of a race: its leader, and the counts of each robot."""

    def turn_intro(self, events: Iterable[GameEvent], names: Names) -> tuple[Instruction, ...]:
        """Return who is first among equals in a round, from all its events."""
        return tuple(
            Instruction(
                None,
                text(
                    "If all cards are equal, seat {seat} goes first, with {robot}",
                    seat=event.first,
                    robot=names[event.first],
                ),
                FIRST_AMONG_EQUALS,
                "",
            )
            for event in events
            if isinstance(event, RoundBegan)
        )

    def log_lines(self, events: Iterable[GameEvent], names: Names) -> tuple[tuple[str, str], ...]:
        """Return who is first among equals for a record of the game."""
        return tuple((one.words, one.rule) for one in self.turn_intro(events, names))

    def turn_note(self, events: Iterable[GameEvent], seat: int) -> Text:
        """Return what a round changed for one robot: "moved 4 places, target 1, shoved twice".

        NOTHING if nothing changed.
        """
        mine = [event for event in events if getattr(event, "seat", None) == seat]
        moves = [event for event in mine if isinstance(event, Moved)]
        shoved, pinged = (sum(event.cause == cause for event in moves) for cause in (SHOVE, PING))
        notes = [
            count("moved {number} place", "moved {number} places", len(moves))
            if moves
            else NOTHING,
            *(
                text("target {target}", target=event.target)
                for event in mine
                if isinstance(event, Visited)
            ),
            count("shoved once", "shoved {number} times", shoved) if shoved else NOTHING,
            count("pinged once", "pinged {number} times", pinged) if pinged else NOTHING,
            text("teleported") if any(event.cause == TELEPORT for event in moves) else NOTHING,
        ]
        return listed([words for words in notes if words], "")

    def headline(self, position: CardbotPosition, names: Names) -> Text:
        return headline(position.shown, names)

    def verdict(self, position: CardbotPosition, winners: tuple[int, ...], names: Names) -> Text:
        """Return who has reached all three targets."""
        return verdict(position.shown, names)

    def recap(self, turns: Sequence[TurnRecord[CardbotPosition, GameEvent]], names: Names) -> Recap:
        return recap([TurnRecord(one.turn, one.position.state, one.events) for one in turns], names)


# ---- Sentences -----------------------------------------------------------------------------------


def _untouched(story: Story, names: Names) -> Text:
    pushed = any(numbers["pushed"] for numbers in story.counts.values())
    return NOTHING if pushed or len(story.counts) < 2 else text("Nobody got in anybody's way.")


MAIN_SENTENCES: Final[tuple[Sentence[Story], ...]] = (
    lead(
        count(
            "The lead changed once: {robot} had it from round {round} on.",
            "The lead changed {number} times; {robot} had it from round {round} on.",
            0,
            robot="",
            round=0,
        ),
        text("{robot} led after every round.", robot=""),
        text("{robot} led from round {round} on, nobody before.", robot="", round=0),
    ),
    fastest(
        count(
            "The fastest target: {robot} reached target {target} within {number} command.",
            "The fastest target: {robot} reached target {target} within {number} commands.",
            0,
            robot="",
            target=0,
        ),
        text("Only {robot} reached a target.", robot=""),
    ),
    most(
        "shoves",
        count(
            "{robots} shoved others once.", "{robots} shoved others {number} times.", 0, robots=""
        ),
    ),
    most(
        "carried",
        count(
            "Belts carried {robots} {number} place.",
            "Belts carried {robots} {number} places.",
            0,
            robots="",
        ),
    ),
    closest(
        count(
            "When {robots} won, {other} was {number} move from target {target}.",
            "When {robots} won, {other} was {number} moves from target {target}.",
            0,
            robots="",
            other="",
            target=LAST_TARGET,
        ),
        duel(
            text(
                "{robot} and {other} reached target {target} in the same command.",
                robot="",
                other="",
                target=0,
            ),
            text(
                "{robot} reached target {target} just one command before {other}.",
                robot="",
                other="",
                target=0,
            ),
        ),
    ),
)
"""The sentences about a race, in this order."""
SPARE_SENTENCES: Final[tuple[Sentence[Story], ...]] = (
    most(
        "places",
        count(
            "{robots} came furthest: {number} place.",
            "{robots} came furthest: {number} places.",
            0,
            robots="",
        ),
    ),
    most(
        "pushed",
        count("Others moved {robots} once.", "Others moved {robots} {number} times.", 0, robots=""),
    ),
    most(
        "pings",
        count(
            "{robots} made others ping once.",
            "{robots} made others ping {number} times.",
            0,
            robots="",
        ),
    ),
    most(
        "teleports",
        count(
            "Teleports moved {robots} once.",
            "Teleports moved {robots} {number} times.",
            0,
            robots="",
        ),
    ),
    _untouched,
)
"""The replacements for sentences that have nothing to say."""
