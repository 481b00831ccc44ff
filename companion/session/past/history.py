"""The history of a race, turn by turn, as entries that people can read and go back to.

Nothing is written for it: the undo points of the race contain it, and entries are made on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final

from companion.games.api import Event, Position, TurnPlayed, TurnRecord
from companion.games.asking import Questions
from companion.games.kit.story import Recap
from companion.games.parts import Results
from companion.games.scene import BY_HAND, Instruction
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.game_guard import checked_answer
from companion.session.past.undo_points import (
    corrections,
    links,
    script_of,
    turn_of,
    undo_point_of,
    undo_points,
)
from companion.session.session import Chapter, ManualAction, Match, Note, Session, UndoPoint
from companion.words import NOTHING, Text, clauses, count, term, text, verbatim

OVER: Final = text("After the game")
EVERYBODY: Final = "everybody"
REASONS: Final[Mapping[str, Text]] = {
    "bumped": text("bumped"),
    "moved wrongly": text("moved wrongly"),
    "read wrongly": text("read wrongly"),
    "agreed": text("agreed"),
    "brought back": text("brought back"),
    "testing": text("testing"),
}
"""The reasons for a change: as in the journal, and in words."""


class LastRaceState(NamedTuple):
    """The race that ended last, shown over the set-up: its final session, None while replayed."""

    race: Session | None = None


def shown_race(session: Session) -> Session | None:
    """Return the session whose race pages show: the last one over LAST, else this one."""
    last = session.state_of(view.LAST, LastRaceState)
    return session if last is None else last.race


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One thing that happened at an undo point; an undo point can have several."""

    point: UndoPoint
    when: Text | str
    """The part of the turn, such as "Round 2"."""
    words: Text | str
    rule: str
    seat: int | None
    """The seat that it concerns first."""
    made: ManualAction | None = None
    """The change that people made by hand."""
    instructions: tuple[Instruction, ...] = ()
    """The instructions that show it on the map."""


def turns(session: Session) -> tuple[int, int]:
    """Return the first turn of the history, and the present one."""
    present = next(undo_points(session), None)
    return 1, 1 if present is None else shown_turn(present)


def shown_turn(point: UndoPoint) -> int:
    """Return the turn that lists an undo point; the first turn lists the start of the race."""
    return max(1, turn_of(point))


def entries(session: Session, turn: int) -> tuple[HistoryEntry, ...]:
    """Return everything that happened in a turn, in order; empty for an unknown turn."""
    # A long race has thousands of undo points; those before the turn are skipped.
    walk = takewhile(
        lambda point: shown_turn(point) >= turn,
        undo_points(session, lambda chapter: chapter.turn > turn),
    )
    # They lead from the present back; people read forward.
    found = [point for point in walk if shown_turn(point) == turn][::-1]
    first = next(
        (number for number, point in enumerate(found) if point.page == view.PLAY), len(found)
    )
    listed = [entry for point in found[:first] for entry in _entries_of(session, point)]
    results = Results.of(session.config.game)
    if found and results is not None:
        # The events of a turn are collected from its beginning, so those before the rounds are
        # complete where the rounds begin.
        point, later = found[max(0, first - 1)], found[min(first, len(found) - 1)]
        listed += [
            HistoryEntry(
                point,
                session.config.game.wording.before_rounds,
                instruction.text,
                instruction.rule,
                instruction.seat,
            )
            for instruction in results.turn_intro(later.match.turn_events, point.setup.names)
        ]
    listed += [entry for point in found[first:] for entry in _entries_of(session, point)]
    # Each note comes after what was known when it was made.
    for note in session.timeline.notes:
        if note.turn == turn:
            known = range(len(listed), 0, -1)
            at = next((at for at in known if listed[at - 1].point.number <= note.number), 0)
            point, made = listed[at - 1].point if at else undo_point_of(session), note.made
            listed.insert(at, HistoryEntry(point, note.when, _together(made), "", made.seat, made))
    return tuple(listed)


def _when(session: Session, point: UndoPoint) -> Text | str:
    """Return the part of its turn to which an undo point belongs."""
    said = session.config.game.wording
    if point.page == view.PLAY:
        return said.round_title(point.match.shown.round)
    return beside_rounds(session, point.page)


def beside_rounds(session: Session, page: str) -> Text:
    """Return the part of a turn for a page without a round."""
    said = session.config.game.wording
    return {view.SUMMARY: said.turn_over, view.OVER: OVER}.get(page, said.before_rounds)


def _entries_of(session: Session, point: UndoPoint) -> Iterator[HistoryEntry]:
    """Yield the instruction of an undo point, and the changes by people at it."""
    match = point.match
    if point.page == view.PLAY and match.shown.at < len(match.shown.script):
        instruction = match.shown.script[match.shown.at]
        yield HistoryEntry(
            point,
            _when(session, point),
            instruction.text,
            instruction.rule,
            instruction.seat,
            None,
            (instruction,),
        )
    made = point.left_by
    if made is not None:
        instructions, _ = script_of(session, match.position, made.steps, point.setup.names)
        when = _when(session, point)
        yield HistoryEntry(point, when, _together(made), made.rule, made.seat, made, instructions)


def add_note(
    session: Session, words: Text | str, seat: int | None = None, who: str = "", why: str = ""
) -> Session:
    """Return the session with an entry that cannot be taken back; a race must run."""
    point = undo_point_of(session)
    made = ManualAction((words,), "", seat, who, why)
    return session._replace(
        timeline=session.timeline._replace(
            notes=(
                *session.timeline.notes,
                Note(shown_turn(point), point.number, _when(session, point), made),
            )
        )
    )


def _together(made: ManualAction) -> Text:
    return clauses([one if isinstance(one, Text) else verbatim(one) for one in made.words])


def is_by_hand(entry: HistoryEntry) -> bool:
    """Return whether people have changed it, rather than the game."""
    return entry.made is not None or any(
        instruction.part == BY_HAND for instruction in entry.instructions
    )


def note_words(made: ManualAction | None) -> Text:
    """Return who changed something and why: "put right by ANNA: bumped"; else NOTHING."""
    # Looking at something changes nothing, and an optional action of a player is no correction.
    if made is None or made.player is not None or not (made.rule or made.who or made.why):
        return NOTHING
    # The German word is different here.
    who: Text | str = term("put right by", "everybody") if made.who == EVERYBODY else made.who
    why = REASONS.get(made.why, made.why)
    if made.who and made.why:
        return text("corrected by {who}: {why}", who=who, why=why)
    if made.who:
        return text("corrected by {who}", who=who)
    return text("corrected: {why}", why=why) if made.why else text("corrected")


def who_words(who: str) -> Text | str:
    """Return the name of a piece as it is, or the word for everybody."""
    return text("everybody") if who == EVERYBODY else who


# ---- The whole race ----


def turn_records(session: Session) -> tuple[TurnRecord, ...]:
    """Return the complete turns of the race with their events, without what was taken back."""
    recent: list[UndoPoint] = []
    parts: list[tuple[TurnRecord, ...]] = []
    for link in links(session):
        if isinstance(link, Chapter):
            # A chapter begins and ends with a turn.
            stored = tuple(
                TurnRecord(turn, position, events.value) for turn, position, events in link.records
            )
            parts += (records_of(recent[::-1]), stored)
            recent = []
        else:
            recent.append(link)
    parts.append(records_of(recent[::-1]))
    found = [record for part in reversed(parts) for record in part]
    # The game is at the end of a round before the table is.
    if found and session.page not in (view.SUMMARY, view.OVER):
        found = [record for record in found if record.turn < shown_turn(undo_point_of(session))]
    return tuple(found)


def records_of(undo_points: Sequence[UndoPoint]) -> tuple[TurnRecord, ...]:
    """Return the events of each turn, from undo points in order."""
    events: dict[int, list[Event]] = {}
    found: dict[int, UndoPoint] = {}
    before: tuple[Event, ...] = ()
    for point in undo_points:
        turn, turn_events = shown_turn(point), point.match.turn_events
        found[turn] = point
        # The known events grow from undo point to undo point, and start again with the next turn.
        goes_on = len(turn_events) >= len(before) and (
            not before or turn_events[len(before) - 1] is before[-1]
        )
        events.setdefault(turn, []).extend(turn_events[len(before) :] if goes_on else turn_events)
        before = turn_events
    return tuple(
        TurnRecord(turn, point.match.position, tuple(events[turn])) for turn, point in found.items()
    )


def turns_played(session: Session) -> tuple[TurnPlayed, ...]:
    """Return the same turns with the chosen cards.

    A turn without chosen cards begins where the one before ends.
    """
    asked: dict[int, tuple[Position, Questions]] = {}
    chosen: dict[int, Match] = {}
    start: Position = None
    for point in reversed(list(undo_points(session))):
        turn, match = shown_turn(point), point.match
        start = match.position if start is None else start
        if point.page == view.PROGRAM and isinstance(match.next_step, Questions):
            # Choices made before a correction no longer count.
            asked[turn] = (match.position, match.next_step)
        elif point.page == view.PLAY:
            chosen[turn] = match
    found = []
    for record in turn_records(session):
        hands, programs = {}, {}
        if record.turn in asked:
            start, questions = asked[record.turn]
            hands = {ask.seat: ask.hand.codes for ask in questions.asks if ask.program.slots}
            # The last answers stay known while the turn is played.
            answers = chosen[record.turn].question.answers if record.turn in chosen else {}
            programs = {seat: answers[seat].codes for seat in hands if seat in answers}
        found.append(TurnPlayed(record.turn, start, hands, programs, record.position))
        start = record.position
    return tuple(found)


def recap_of(session: Session) -> Recap:
    """Return the game's summary of the race, and the number of changes by people."""
    return _recap(_Race(session))


class _Race:
    """A key for the cache: races are equal if all their undo points are identical."""

    def __init__(self, session: Session) -> None:
        self.session = session
        assert session.match is not None
        self._known = (session.timeline.past, session.match.position, session.lobby.setup)

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._known)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Race) and all(
            mine is theirs for mine, theirs in zip(self._known, other._known, strict=True)
        )


# Every view of the last page asks for it, while nothing in the race changes.
@lru_cache(maxsize=1)
def _recap(race: _Race) -> Recap:
    session = race.session
    results = Results.of(session.config.game)
    if results is None:
        return Recap()
    found = checked_answer("recap", results.recap(turn_records(session), session.lobby.setup.names))
    by_hand = corrections(session)
    if not by_hand or not found.sentences:
        return found
    return found._replace(
        sentences=(
            *found.sentences,
            count("{number} correction by hand.", "{number} corrections by hand.", by_hand),
        )
    )
