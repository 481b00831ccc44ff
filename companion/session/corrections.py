"""The corrections of the debugging menu, carried out or refused in a sentence.

A preview calls the same function. Corrections are values of `messages`, or changes of the game
(`companion.games.corrections`), which the game makes itself (`Corrections.changed`). A change that
moves a piece or a card at the table leads to `rewind`: hands are asked before the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.errors import RuleError
from companion.games.api import Change, PlayResult
from companion.games.asking import Questions, Shuffle
from companion.games.corrections import PLACE, SETTING, VALUE, Corrections, changes_of
from companion.games.scene import Instruction
from companion.session import view
from companion.session.commands import Command, RecordEvents
from companion.session.game_guard import checked_next_step, checked_passage
from companion.session.handling import RACING, Guarded, Handlers
from companion.session.lobby.arrangement import BY_CHANCE, NOBODY, PERSON, SeatSetup, Setup
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.lobby.setup import played_by
from companion.session.messages import (
    Abort,
    ApplyCorrection,
    ForgetPin,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    Repeat,
    Skip,
    SwapSeats,
)
from companion.session.past.history import add_note
from companion.session.past.rewind import break_off, go_back, go_forward, go_to, with_table_sync
from companion.session.past.undo_points import (
    coming_part,
    for_hands,
    known_table,
    public_scene,
    script_of,
    undo_point_of,
)
from companion.session.race import confirm, undrawn
from companion.session.readers_used import with_readers
from companion.session.readiness import needs_people
from companion.session.session import (
    ManualAction,
    Match,
    Result,
    Session,
    TableSync,
    pop_pages,
    push_page,
    refuse,
)
from companion.signals import ALL_SLOTS, CollectCards, InsertCard
from companion.words import NOTHING, SEAT, Text, capital, listed, sentence, text

TITLE: Final = text("Correction")
# For what has no number in the rulebook, such as another player.
RULE: Final = "12.1"


def apply_change(
    session: Session, match: Match, change: Change, who: str, why: str, player: int | None = None
) -> Result | Text:
    """Return the race after a change, or the reason why it is impossible.

    In the middle of a round the position is that at its end, and the instructions of the change
    follow those of the round.

    Args:
        session: The session.
        match: The race.
        change: The change, as the game defines it.
        who: The name that people gave, "" for none; shown in the history.
        why: Their reason, "" for none; shown in the history.
        player: As in `ManualAction`.
    """
    game = session.config.game
    corrections = Corrections.of(game)
    if corrections is None:
        return NOT_OF_MENU
    try:
        passage = checked_passage(session, corrections.changed(match.position, change))
    except RuleError as fault:
        return fault_words(fault, session)
    instructions, ends = script_of(
        session, match.position, passage.steps, session.lobby.setup.names
    )
    after, commands = _asked_anew(session, match, passage)
    if session.page == view.PLAY:
        shown = after.shown
        after = after._replace(
            shown=shown._replace(
                steps=shown.steps + passage.steps,
                script=shown.script + instructions,
                ends=(*shown.ends, *(len(shown.script) + end for end in ends)),
            )
        )
    # The next deal collects every card; cards that had to be in the readers before no longer
    # matter.
    sync, check = _travel(session, instructions, passage), session.timeline.resume_check
    if passage.collects:
        sync, check = sync and sync._replace(rows={}), check and check._replace(rows={})
        after = after._replace(redealt=after.redealt + passage.redeals)
    when = coming_part(session)
    made = ManualAction(
        tuple(
            text("After {part}: {words}", part=when, words=one.text) if when else one.text
            for one in instructions
        ),
        instructions[0].rule if instructions else RULE,
        instructions[0].seat if instructions else None,
        who,
        why,
        passage.steps,
        player,
    )
    # Markers and settings are changed in the set-up, too, for the next race of the session.
    words = {**session.lobby.setup.words, **corrections.words(passage.position)}
    setup = session.lobby.setup._replace(markers=game.scene(passage.position).markers, words=words)
    session = session._replace(
        match=after,
        lobby=session.lobby._replace(setup=setup),
        timeline=session.timeline.after(undo_point_of(session, made))._replace(
            repeated=None,
            table_sync=sync,
            resume_check=check,
        ),
        revision=session.revision + 1,
        notice="",
    )
    played = RecordEvents(
        match.number, passage.turn, passage.round, passage.events, instructions, passage.position
    )
    return with_table_sync(session, (*commands, played))


def fault_words(fault: RuleError, session: Session) -> Text:
    """Return why a change is impossible, as a sentence with the names of the pieces."""
    return sentence(_with_names(fault.words, session.lobby.setup.names))


def _with_names(words: Text, names: Mapping[int, str]) -> Text:
    """Return the words with the name of the piece behind every seat."""
    seat = dict(words.arguments).get("seat")
    if words.template == SEAT and isinstance(seat, int) and seat in names:
        return text("seat {seat} {piece}", seat=seat, piece=names[seat])
    named = (
        (name, _with_names(value, names) if isinstance(value, Text) else value)
        for name, value in words.arguments
    )
    return words._replace(arguments=tuple(named))


# ---- The questions after a change ----


def _asked_anew(
    session: Session, match: Match, passage: PlayResult
) -> tuple[Match, tuple[Command, ...]]:
    """Return the race with its new questions, and the commands for the readers.

    A seat with a new question, or with none, is no longer ready. The readers of pieces that left
    the board, of pilots that choose again, and of players with another hand are emptied.
    """
    # Pilots with drawn cards beside real ones draw again, because other cards may be free now.
    before, commands = undrawn(session, match)
    after = before._replace(
        position=passage.position,
        next_step=checked_next_step(session, passage.position),
        turn_events=match.turn_events + passage.events,
    )
    for seat in {*before.question.answers, *before.question.problems, *before.question.orders}:
        if before.ask(seat) != after.ask(seat):
            after = after.without(seat)
    if after.question.open_seat is not None and after.ask(after.question.open_seat) is None:
        after = after.with_hand(None)
    gone = {
        piece.seat
        for piece in session.config.game.scene(after.position).pieces
        if piece.square is None
    }
    # The readers to empty, each with the slots whose cards stay.
    emptied: dict[int, tuple[int, ...]] = {}
    for ask in before.next_step.asks if isinstance(before.next_step, Questions) else ():
        now = after.ask(ask.seat)
        if ask.program.slots and now is None and ask.seat in gone:
            emptied[ask.seat] = ()
        elif (
            ask.program.slots
            and now is not None
            and (
                now.hand.codes != ask.hand.codes
                or (now != ask and not session.is_person(ask.player))
            )
        ):
            emptied[ask.seat] = now.program.locked
    return after, (*commands, *([collect_command(session, emptied)] if emptied else []))


def collect_command(session: Session, emptied: Mapping[int, tuple[int, ...]]) -> CollectCards:
    """Return the command that empties some readers, except for the slots named for each."""
    # A reader that is not named would be emptied altogether.
    return CollectCards({**dict.fromkeys(session.readers.by_seat, ALL_SLOTS), **emptied})


# ---- What is shown ----


def _travel(
    session: Session, instructions: tuple[Instruction, ...], passage: PlayResult
) -> TableSync | None:
    """Return the work of hands before the race goes on, or None.

    None where a round, or a page about the whole board, shows that work anyway.
    """
    sync, match = session.timeline.table_sync, session.match
    moved = tuple(one for one in instructions if match is not None and for_hands(match, one))
    if session.page == view.PLAY or not moved:
        return sync
    after = public_scene(session, passage.position)
    if sync is not None:
        return sync._replace(script=sync.script + moved, after=after)
    # At the check people correct the screen, and the page of the start positions shows the whole
    # board.
    checked = session.timeline.resume_check is not None and session.timeline.resume_check.stage in (
        view.OFFER,
        view.CHECK,
    )
    # No cards are awaited after it: a change by hand moves only cards that the app collects.
    if checked or session.page == view.PLACE:
        return None
    return TableSync(TITLE, known_table(session), moved, {}, after=after)


def hand_seat(
    session: Session, match: Match, correction: HandSeat, who: str, why: str
) -> Result | Text:
    """Give a seat to another player; a pilot plays it on the screen.

    Refused for a seat that nobody plays, and for the player that it has already.
    """
    seat, player = correction.seat, correction.player
    names = {PERSON: text("a person"), **session.config.pilot_labels}
    if not plays(session, seat):
        if isinstance(seat, int):
            return text("Seat {seat} does not play in this game.", seat=seat)
        return text("There is no such seat.")
    if not isinstance(player, str) or player == NOBODY or player not in names:
        return text(
            "There is no player called {player!r}: it can be {known}.",
            player=str(player)[:20],
            known=listed(list(names), ""),
        )
    name = session.lobby.setup.seat(seat).name
    if session.lobby.setup.seat(seat).player == player:
        return capital(text("{player} already plays {piece}.", piece=name, player=names[player]))
    if session.lobby.setup.seat(seat).player == BY_CHANCE:
        return _nobody_plays(name)
    seats = seats_of_player(session.lobby.setup, seat)
    if player != PERSON and match.cards_are_real and needs_people(session, seats):
        return text(
            "Hands are passed on and the cards are real: a pilot could not see {piece}'s cards.",
            piece=name,
        )
    setup = _with_seats(
        session.lobby.setup,
        {each: played_by(session.lobby.setup.seat(each), player) for each in seats},
    )
    made = (
        text(
            "{piece} is played by {player} from now on",
            piece=session.lobby.setup.seat(each).name,
            player=names[player],
        )
        for each in seats
    )
    return _with_new_seats(session, match, setup, ManualAction(tuple(made), RULE, seat, who, why))


def _nobody_plays(piece: str) -> Text:
    return text("Nobody plays {piece}: its cards are random.", piece=piece)


def swap_seats(
    session: Session, match: Match, correction: SwapSeats, who: str, why: str
) -> Result | Text:
    """Swap two players; each keeps its reader."""
    first, second = correction.first, correction.second
    if not plays(session, first) or not plays(session, second) or first == second:
        return text("Choose two seats that play in this game.")
    one, other = session.lobby.setup.seat(first), session.lobby.setup.seat(second)
    if BY_CHANCE in (one.player, other.player):
        return _nobody_plays((one if one.player == BY_CHANCE else other).name)
    # A player with several pieces swaps all of them.
    pairs = tuple(
        zip(
            seats_of_player(session.lobby.setup, first),
            seats_of_player(session.lobby.setup, second),
            strict=False,
        )
    )
    if first in seats_of_player(session.lobby.setup, second):
        return text(
            "{one} and {other} have the same player: that changes nothing.",
            one=one.name,
            other=other.name,
        )
    # On one screen no reader moves: everything on it can be touched from everywhere.
    real = tuple(pair for pair in pairs if not all(map(session.on_screen, pair)))
    if not real and one.player == other.player:
        return text(
            "The same kind of player plays {one} and {other} on this screen: that changes nothing.",
            one=one.name,
            other=other.name,
        )
    # Each player keeps its PIN, as it does its reader.
    seats = {
        seat: session.lobby.setup.seat(seat)._replace(
            player=other.player, pin=other.pin, person=other.person
        )
        for seat in seats_of_player(session.lobby.setup, first)
    }
    seats |= {
        seat: session.lobby.setup.seat(seat)._replace(
            player=one.player, pin=one.pin, person=one.person
        )
        for seat in seats_of_player(session.lobby.setup, second)
    }
    setup = _with_seats(session.lobby.setup, seats)
    setup = setup._replace(swaps=(*setup.swaps, *real)) if real else setup
    words = [
        text(
            "The players of {one} and {other} swap seats from now on",
            one=one.name,
            other=other.name,
        )
    ]
    words += [text("Each keeps the reader in front of them")] if real else []
    return _with_new_seats(session, match, setup, ManualAction(tuple(words), RULE, first, who, why))


def plays(session: Session, seat: object) -> bool:
    """Return whether this is a seat that somebody plays.

    For any object, since a correction may come out of a journal; True is no seat.
    """
    return type(seat) is int and seat in session.lobby.setup.playing


def forget_pin(
    session: Session, match: Match, correction: ForgetPin, who: str, why: str
) -> Result | Text:
    """Remove the PIN of a seat, and note it in the history for good."""
    seat = correction.seat
    if not plays(session, seat) or not session.lobby.setup.seat(seat).pin:
        return text("This seat has no PIN.")
    name = session.lobby.setup.seat(seat).name
    setup = _with_seats(
        session.lobby.setup,
        {
            each: session.lobby.setup.seat(each)._replace(pin="")
            for each in seats_of_player(session.lobby.setup, seat)
        },
    )
    return add_note(
        session._replace(lobby=session.lobby._replace(setup=setup), notice=""),
        text("The PIN of {piece} was removed", piece=name),
        seat,
        who,
        why,
    ), ()


def _with_seats(setup: Setup, changed: Mapping[int, SeatSetup]) -> Setup:
    """Return the set-up with other players; names, colours and shapes stay with the pieces."""
    return setup._replace(
        seats=tuple(changed.get(number, seat) for number, seat in enumerate(setup.seats, 1))
    )


def _with_new_seats(session: Session, match: Match, setup: Setup, made: ManualAction) -> Result:
    """Return the race after players have changed seats.

    A seat with another player or another reader is no longer ready. A pilot's reader holds only the
    cards that must stay.
    """
    swapped = [seat for pair in setup.swaps[len(session.lobby.setup.swaps) :] for seat in pair]
    seats = [
        seat
        for seat in setup.playing
        if seat in swapped or setup.seat(seat) != session.lobby.setup.seat(seat)
    ]
    # Pilots that drew from real cards draw again, because the new player may put in one of theirs.
    match, given_back = undrawn(session, match)
    for seat in seats:
        match = match.without(seat)
    match = match.with_hand(None if match.question.open_seat in seats else match.question.open_seat)
    after = session._replace(
        match=match,
        lobby=session.lobby._replace(setup=setup),
        timeline=session.timeline.after(undo_point_of(session, made))._replace(repeated=None),
        revision=session.revision + 1,
        notice="",
    )
    after, commands = with_readers(session, after)
    # Readers first, then cards: only a reader on the screen takes them.
    cards = [
        command
        for seat in seats
        if not after.is_person(seat)
        for command in _cards_of_pilot(after, match, seat)
    ]
    return with_table_sync(after, (*commands, *given_back, *cards))


def _cards_of_pilot(session: Session, match: Match, seat: int) -> Iterator[Command]:
    """Yield the commands that empty a pilot's reader and put in the cards that belong there.

    None while no cards are asked for.
    """
    next_step = match.next_step
    if isinstance(next_step, Shuffle):
        held = next_step.held.get(seat, ())
    else:
        ask = match.ask(seat) if isinstance(next_step, Questions) and next_step.reads else None
        if ask is None:
            return
        held = ask.program.held
    # Everything, also an unreadable card, since nobody knows what to take out singly.
    yield collect_command(session, {seat: ()})
    yield from (
        InsertCard(seat, slot, code) for slot, code in enumerate(held, 1) if code is not None
    )


NO_RACE: Final = text("No game is running.")
LONGEST: Final = 40
"""The most letters of a name or a reason that are kept."""
NOT_PLAYED: Final = text("No instructions are shown now.")
FIRST_CHECK: Final = text("First continue the game that was found, and check the table.")
AT_THE_CHECK: Final = (PLACE, VALUE)
"""The changes that may correct the race to the real table during the check."""
NOT_OF_MENU: Final = text("The menu cannot do this.")
FIRST_PLACE: Final = text("First set the table up as shown.")


def try_correction(
    session: Session, correction: object, who: str = "", why: str = ""
) -> Result | Text:
    """Return the session after a correction, or the reason why it is impossible.

    It never raises, for any object; a race must run. Previews and the choices of the menu call it,
    too, and discard the session.
    """
    kind = changes_of(session.config.game).get(type(correction))
    make, *_ = CORRECTIONS.get(type(correction), (None,)) if kind is None else (apply_change,)
    # A race that is only offered is not changed; the check itself allows corrections to the real
    # table only.
    if session.timeline.resume_check is not None and (
        session.timeline.resume_check.stage == view.OFFER or kind not in AT_THE_CHECK
    ):
        return FIRST_CHECK
    if make is None:
        return NOT_OF_MENU
    return make(session, session.race, correction, one_line(who), one_line(why))


def on_apply_correction(session: Session, message: ApplyCorrection) -> Result:
    """Make the correction or say why it is impossible; close the menu if hands have work to do."""
    made = try_correction(session, message.correction, message.who, message.why)
    if isinstance(made, Text):
        return refuse(session, made)
    after, commands = made
    kind = changes_of(session.config.game).get(type(message.correction))
    several = kind in (VALUE, SETTING) or isinstance(message.correction, (HandSeat, ForgetPin))
    # The page imports this module.
    menu: Any = after.kept(view.MENU)
    # The menu stays after a setting, since people may want to change more.
    if (
        menu is not None
        and several
        and after.timeline.table_sync is session.timeline.table_sync
        and after.page == session.page
    ):
        after = push_page(after, view.MENU, menu._replace(proposed=None))
        return pop_pages(after, view.HISTORY), commands
    return pop_pages(after, view.MENU, view.HISTORY), commands


def one_line(words: object) -> str:
    """Return what somebody entered, short and in one line; "" for what is no text."""
    return " ".join(words[:LONGEST].split()) if isinstance(words, str) else ""


# ---- In a round ----


def _playing(session: Session) -> Text:
    """Return why instructions cannot be skipped or repeated now, NOTHING when they can."""
    if session.timeline.table_sync is not None or session.timeline.resume_check is not None:
        return FIRST_PLACE
    return NOTHING if session.page == view.PLAY else NOT_PLAYED


def _repeat(
    session: Session, match: Match, correction: Repeat, who: str, why: str
) -> Result | Text:
    """Show the previous instruction again; nothing is moved back."""
    shown = match.shown.at if session.timeline.repeated is None else session.timeline.repeated
    hindered = _playing(session) or (
        NOTHING if shown > 0 else text("This is the first instruction: there is none before it.")
    )
    return hindered or (
        session._replace(
            timeline=session.timeline._replace(repeated=shown - 1),
            revision=session.revision + 1,
            notice="",
        ),
        (),
    )


def _skip(session: Session, match: Match, correction: Skip, who: str, why: str) -> Result | Text:
    """Confirm every instruction that is left; people carry them out unprompted."""
    hindered = _playing(session)
    if hindered:
        return hindered
    made = ManualAction(
        tuple(instruction.text for instruction in match.shown.script[match.shown.at :]),
        RULE,
        None,
        who,
        why,
    )
    after, commands = (
        session._replace(timeline=session.timeline._replace(repeated=None)),
        list[Command](),
    )
    # The next round may follow on the same page, with its own script: there it ends.
    while (
        after.page == view.PLAY
        and after.match is not None
        and after.match.shown.script is match.shown.script
    ):
        after, more = confirm(after)
        commands += more
    # One undo point for all of them: going back by one leads to where they were skipped.
    return after._replace(timeline=after.timeline.after(undo_point_of(session, made))), tuple(
        commands
    )


CORRECTIONS: Final[
    Mapping[type, tuple[Callable[[Session, Match, Any, str, str], Result | Text], Text, Text]]
] = {
    GoBack: (go_back, text("Go back?"), text("Go back")),
    GoTo: (go_to, text("Go back to here?"), text("Go back")),
    GoForward: (go_forward, text("Forward again?"), text("Forward")),
    Abort: (break_off, text("Break off this turn?"), text("Break off")),
    Repeat: (_repeat, text("Show again?"), text("Show")),
    Skip: (_skip, text("Skip these?"), text("Skip")),
    HandSeat: (hand_seat, text("Another player?"), text("Change")),
    SwapSeats: (swap_seats, text("Swap seats?"), text("Change")),
    ForgetPin: (forget_pin, text("Remove the PIN?"), text("Remove")),
}
"""For each correction outside of the game: its function, its question and its button."""


HANDLERS: Final[Handlers] = {
    ApplyCorrection: Guarded(on_apply_correction, RACING._replace(refusal=NO_RACE)),
}
"""The handlers of this module's messages."""
