"""The race from beginning to end: ask the game for the next step, and show what happened.

`advance` goes on until people, cards or hands are needed. Questions are answered
at the readers (`answers`) or by pilots, a shuffle by the loop or by hands; a round is confirmed
instruction by instruction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.errors import GameError
from companion.games.api import PlayResult
from companion.games.asking import Custody, Draw, Finished, PlayOn, Questions, Shuffle
from companion.games.parts import layout_of
from companion.session import view
from companion.session.commands import AskPilot, AskShuffle, Command, RecordEvents
from companion.session.flow import batch_of, done_up_to
from companion.session.game_guard import (
    MOST_IDLE,
    checked_answer,
    checked_next_step,
    checked_passage,
)
from companion.session.handling import (
    COVERED,
    HELD,
    NOT_OFFERED,
    RACING,
    REPEATING,
    SETUP,
    Guarded,
    Handlers,
    Precondition,
)
from companion.session.lobby.extra_seats import with_extra_seats
from companion.session.lobby.setup import back_to_setup, plan_of, start_refusal
from companion.session.messages import (
    WATCH,
    Again,
    BackToSetup,
    Begin,
    ConfirmRound,
    Decline,
    Notice,
    Shuffled,
)
from companion.session.past.undo_points import script_of, undo_point_of
from companion.session.reader_faults import fault_after_pull, places, wrong_before_deal
from companion.session.readers_used import unused_readers, used_again
from companion.session.readiness import (
    all_answered,
    asked_pilots,
    custody,
    custody_of_people,
    held_by_pilots,
    must_draw,
    pilots_are_choosing,
    time_to_draw,
    unseen_cards,
    with_hands,
    worth_waiting,
)
from companion.session.sealed import without_secret_face
from companion.session.session import (
    Match,
    OpenQuestion,
    Result,
    Session,
    ShownRound,
    close_pages,
    refuse,
)
from companion.signals import ALL_SLOTS, EMPTY, CollectCards, InsertCard, SetAside, TakeCard
from companion.words import text


def lone_hand(session: Session, match: Match, next_step: Questions) -> int | None:
    """Return the seat whose hand opens for the only person at the table, or None.

    Only where the app has dealt to this screen. With several pieces the hands open one after
    another.
    """
    people = session.people
    if (
        len(people) != 1
        or match.cards_are_real
        or people[0] not in session.config.touch
        or session.lobby.setup.seat(people[0]).pin
    ):
        return None
    asks = (
        ask
        for ask in next_step.asks
        if session.is_person(ask.player)
        and ask.must
        and ask.program.slots
        and ask.seat not in match.question.answers
    )
    return next((ask.seat for ask in asks if session.on_screen(ask.seat)), None)


def with_open_hand(before: Session, after: Session) -> Session:
    """Return the session with the hand that may be open after a message.

    Other pages cover a hand, since another viewer may return from them. A single player finds the
    cards as they were, and sees the next hand once the open one is ready.
    """
    left, match = before.match, after.match
    if match is None:
        return after
    if match.question.open_seat is not None:
        if not (after.covered or after.timeline.is_syncing) or len(after.people) == 1:
            return after
        return after._replace(match=match.with_hand(None))
    if (
        left is None
        or left.question.open_seat is None
        or not isinstance(match.next_step, Questions)
    ):
        return after
    if (
        left.question.open_seat not in match.question.answers
        or left.question.open_seat in left.question.answers
    ):
        return after
    opened = lone_hand(after, match, match.next_step)
    return after if opened is None else after._replace(match=match.with_hand(opened))


def on_begin(session: Session, message: Begin | Again) -> Result:
    """Begin a race, or refuse it with the reason: show where pieces and markers are put.

    Unused readers are set aside, and all readers on the screen are emptied. A game in which hands
    put nothing in place goes on immediately.
    """
    why = start_refusal(session)
    if why:
        return refuse(session, why)
    session = session._replace(lobby=session.lobby._replace(setup=with_extra_seats(session)))
    game, races = session.config.game, session.lobby.races + 1
    position = game.begin(plan_of(session))
    people = custody_of_people(session)
    aside = unused_readers(session, people)
    # Numbered through the whole session: the number seeds each shuffle, so no two races are dealt
    # alike.
    match = Match(
        races,
        position,
        checked_next_step(session, position),
        shown=ShownRound(position),
        people=people,
    ).undrawn()
    after = session._replace(
        page=view.PLACE,
        match=match,
        lobby=session.lobby._replace(races=races),
        revision=session.revision + 1,
        notice="",
        readers=session.readers._replace(
            # As in its replay, whose header does not know who had gone on at the screen.
            by_seat={
                seat: reader._replace(taken_over=False)
                for seat, reader in session.readers.by_seat.items()
            },
            unused=aside,
        ),
    )
    commands: list[Command] = [
        *(SetAside(seat, True) for seat in aside),
        CollectCards({}),
        RecordEvents(races, 1, 0, (), (), position),
    ]
    layout = checked_answer(
        "layout", layout_of(game, position, session.lobby.setup.names, custody(session, match))
    )
    if layout.lines and session.lobby.flow != WATCH:
        return after, tuple(commands)
    return advance(after, match, commands)


def confirm(session: Session) -> Result:
    """Go on with a race: the batch that was shown is confirmed."""
    match = session.race
    session = session._replace(notice="") if session.notice else session
    # An instruction that is shown again was carried out before: Done leads back to where it was.
    if session.timeline.repeated is not None:
        return session._replace(
            timeline=session.timeline._replace(repeated=None), revision=session.revision + 1
        ), ()
    if session.page == view.PLAY:
        return _next_instruction(session, match, batch_of(session, match)[1])
    if session.page in (view.PLACE, view.SUMMARY):
        # The events of the previous turn end here.
        return advance(
            session,
            match._replace(
                turn_events=(), idle=0, question=match.question._replace(placed=frozenset())
            ),
        )
    if session.page == view.DEAL:
        return _dealt_by_hand(session, match, [])
    # The turn waits for this touch only where somebody may still answer but need not.
    if (
        session.page in view.ASKING
        and all_answered(match)
        and not pilots_are_choosing(session, match)
    ):
        return _take_answers(session, match, [])
    return session, ()


def on_confirm_round(session: Session, message: ConfirmRound) -> Result:
    """Go on after the whole round; the page of its story closes."""
    match = session.race
    return _next_instruction(close_pages(session, view.STORY), match, len(match.shown.script))


def _next_instruction(session: Session, match: Match, stop: int) -> Result:
    """Show what follows the instructions up to `stop` for its full time."""
    if stop > match.shown.at + 1:
        # Every instruction of the batch is its own undo point, as if Done was touched for each.
        session, match = done_up_to(session, match, stop - 1)
        session = session._replace(timeline=session.timeline.after(undo_point_of(session)))
    if match.shown.at + 1 < len(match.shown.script):
        return session._replace(
            match=match.at_instruction(match.shown.at + 1), revision=session.revision + 1
        ), ()
    return _after_round(session, match, [])


def _after_round(session: Session, match: Match, commands: list[Command]) -> Result:
    """Go on after a round or a cleanup: to the summary, the end of the race or the next step."""
    # The round that ends a race ends its turn, too: there is no summary before the end.
    if isinstance(match.next_step, Finished):
        return session._replace(match=match, page=view.OVER, revision=session.revision + 1), tuple(
            commands
        )
    if match.shown.ends_turn:
        return session._replace(
            match=match, page=view.SUMMARY, revision=session.revision + 1
        ), tuple(commands)
    return advance(session, match, commands)


def advance(session: Session, match: Match, commands: list[Command] | None = None) -> Result:
    """Go on until people, cards or hands are needed; extend `commands` by those on the way."""
    commands = [] if commands is None else commands
    next_step, match = match.next_step, match._replace(idle=match.idle + 1)
    if match.idle > MOST_IDLE:
        raise GameError(text("it plays on without end and shows nothing"))
    if isinstance(next_step, Questions):
        return _asking(session, match, next_step, commands)
    if isinstance(next_step, Shuffle):
        return _shuffling(session, match, next_step, commands)
    if isinstance(next_step, Draw):
        # Nobody is asked anything until the numbers come.
        commands.append(
            AskShuffle(
                match.number,
                next_step.turn,
                tuple(range(next_step.number)),
                match.redealt,
                next_step.about,
            )
        )
        match = match._replace(question=OpenQuestion())
        return session._replace(
            page=view.PROGRAM, match=match, revision=session.revision + 1
        ), tuple(commands)
    if isinstance(next_step, PlayOn):
        return _playing(session, match, commands)
    return _after_round(session, match, commands)


def _asking(
    session: Session, match: Match, next_step: Questions, commands: list[Command]
) -> Result:
    """Put the questions to everybody, to pilots by a command."""
    match = match._replace(
        question=OpenQuestion(next_step.about),
        collected=match.collected and not next_step.reads,
    ).undrawn()
    opened = lone_hand(session, match, next_step)
    match = match.with_hand(opened)
    # People have to answer, so the game is not idle.
    if any(session.is_person(ask.player) for ask in next_step.asks):
        match = match._replace(idle=0)
    session = session._replace(
        page=asking_page(next_step), match=match, revision=session.revision + 1
    )
    # Where cards are real pilots draw last (`_drawing`). They answer immediately where nothing must
    # be drawn, or where each has its own pile.
    if not must_draw(session, match):
        commands += pilots_asked(session, match, next_step)
    return if_all_ready(session, match, commands)


def asking_page(next_step: Questions) -> str:
    """Return the page for these questions."""
    return view.PROGRAM if next_step.reads else view.REST


def pilots_asked(session: Session, match: Match, next_step: Questions) -> Iterator[AskPilot]:
    """Yield the question to each pilot that must or may answer."""
    for ask in asked_pilots(session, match):
        yield AskPilot(
            match.number,
            next_step.turn,
            next_step.about,
            session.lobby.setup.seat(ask.player).player,
            ask,
            # A pilot gets nothing but what its player may know.
            session.config.game.redacted(match.position, ask.player),
        )


def _shuffling(
    session: Session, match: Match, next_step: Shuffle, commands: list[Command]
) -> Result:
    """Empty the unlocked slots; then the app deals, or hands do, when readers are ready."""
    commands.append(CollectCards(next_step.keep))
    # Another deal belongs to the turn whose events are known.
    turn_events = match.turn_events if match.redealt else ()
    match = match._replace(
        question=OpenQuestion(),
        turn_events=turn_events,
        collected=False,
    ).undrawn()
    session = session._replace(
        page=view.DEAL if match.cards_are_real else view.PROGRAM,
        match=match,
        revision=session.revision + 1,
    )
    # Nobody knows what hands will deal, so nothing is shuffled.
    if match.cards_are_real:
        return if_clear(session, match, commands)
    commands.append(
        AskShuffle(match.number, next_step.turn, session.config.game.deck, match.redealt)
    )
    return session, tuple(commands)


def if_clear(session: Session, match: Match, commands: list[Command] | None = None) -> Result:
    """Go on to the deal once every reader holds exactly the cards that must stay.

    Cards that pilots hold are put aside by hand first. No reader can detect that, so the page then
    waits for a touch, as it does where the game describes more work for hands.
    """
    commands = [] if commands is None else commands
    if not isinstance(match.next_step, Shuffle):
        return session, tuple(commands)
    wrong = any(wrong_before_deal(session, match.next_step, seat) for seat in match.next_step.held)
    if wrong or match.next_step.hint or held_by_pilots(session, match.next_step):
        return session, tuple(commands)
    return _dealt_by_hand(session, match, commands)


def _dealt_by_hand(session: Session, match: Match, commands: list[Command]) -> Result:
    """Go on with hands that only their players know (6.2.1 gives the number of cards).

    The app first shuffles the cards that it holds.
    """
    holders = custody(session, match)
    if isinstance(match.next_step, Shuffle) and Custody.APP in holders.values():
        commands.append(
            AskShuffle(match.number, match.next_step.turn, session.config.game.deck, match.redealt)
        )
        return session, tuple(commands)
    return _absorbed(
        session, match, session.config.game.dealt(match.position, None, holders), commands
    )


def on_shuffled(session: Session, message: Shuffled) -> Result:
    """Deal the shuffled deck, or let pilots draw from it where cards are real.

    Anything but each card of the deck once is refused.
    """
    match, game = session.race, session.config.game
    if isinstance(match.next_step, Questions) and match.pilots_drew:
        return _deal_to_pilots(session, match, match.next_step, message.codes)
    if isinstance(match.next_step, Draw) and session.page == view.PROGRAM:
        if sorted(message.codes) != [*range(match.next_step.number)]:
            return refuse(session, text("This cannot be drawn now."))
        return _absorbed(session, match, game.dealt(match.position, message.codes), [])
    holders = custody(session, match)
    if (
        not isinstance(match.next_step, Shuffle)
        or Custody.APP not in holders.values()
        or session.page not in (view.DEAL, view.PROGRAM)
    ):
        return session, ()
    if sorted(message.codes) != sorted(game.deck):
        return refuse(
            session,
            text(
                "The shuffled deck is not complete: it must hold all {number} cards, each once. "
                "Shuffle again.",
                number=len(game.deck),
            ),
        )
    return _absorbed(
        session._replace(notice=""),
        match,
        game.dealt(match.position, message.codes, holders),
        [],
    )


def _absorbed(
    session: Session, match: Match, passage: PlayResult, commands: list[Command]
) -> Result:
    """Take in what came before the rounds, and go on."""
    passage = checked_passage(session, passage)
    match = match._replace(
        position=passage.position,
        next_step=checked_next_step(session, passage.position),
        turn_events=match.turn_events + passage.events,
    )
    match = _collected(match, passage, commands)
    commands += _screen_card_commands(session, passage)
    commands.append(
        RecordEvents(
            match.number, passage.turn, passage.round, passage.events, (), passage.position
        )
    )
    return advance(session, match, commands)


def _collected(match: Match, passage: PlayResult, commands: list[Command]) -> Match:
    """Collect the cards from the readers where the game says so; players empty their own."""
    if not passage.collects:
        return match
    commands.append(CollectCards({}))
    return match._replace(collected=True)


def _screen_card_commands(session: Session, passage: PlayResult) -> Iterator[Command]:
    """Yield the commands for readers on the screen whose cards have changed.

    At all other readers hands have put the cards in, or are asked to.
    """
    rows = session.readers.rows
    wrong = [
        lay
        for lay in passage.moved_cards
        if session.on_screen(lay[0]) and rows[lay[0]][lay[1] - 1].code != lay[2]
    ]
    # All cards come out before any goes in, because two may change places.
    yield from (
        TakeCard(seat, slot) for seat, slot, _ in wrong if rows[seat][slot - 1].status != EMPTY
    )
    yield from (InsertCard(seat, slot, code) for seat, slot, code in wrong)


def _playing(session: Session, match: Match, commands: list[Command]) -> Result:
    """Play the next round or the cleanup and show its instructions; pass over an empty one."""
    game = session.config.game
    passage = checked_passage(session, game.play(match.position))
    instructions, ends = script_of(
        session, match.position, passage.steps, session.lobby.setup.names
    )
    match = match._replace(
        # The game is at the end of the round immediately; the playback follows the script step by
        # step.
        shown=ShownRound(
            match.position,
            passage.steps,
            instructions,
            ends,
            turn=passage.turn,
            round=passage.round,
            cards=passage.cards,
            ends_turn=passage.ends_turn,
        ),
        position=passage.position,
        next_step=checked_next_step(session, passage.position),
        turn_events=match.turn_events + passage.events,
        redealt=0,
        idle=0 if instructions or passage.ends_turn else match.idle,
    )
    match = _collected(match, passage, commands)
    commands += _screen_card_commands(session, passage)
    commands.append(
        RecordEvents(
            match.number,
            passage.turn,
            passage.round,
            passage.events,
            instructions,
            passage.position,
        )
    )
    # An empty round has nothing to confirm.
    if not instructions:
        return _after_round(session, match, commands)
    return session._replace(match=match, page=view.PLAY, revision=session.revision + 1), tuple(
        commands
    )


# ---- Who is ready ----


def if_all_ready(session: Session, match: Match, commands: list[Command]) -> Result:
    """Go on when every seat that must has answered, unless somebody may still choose to answer."""
    # First, because pilots without cards cannot answer, however many others have.
    if isinstance(match.next_step, Questions) and time_to_draw(session, match, match.next_step):
        return _drawing(session, match, commands)
    if (
        not all_answered(match)
        or worth_waiting(session, match)
        or pilots_are_choosing(session, match)
    ):
        return session, tuple(commands)
    return _take_answers(session, match, commands)


def _drawing(session: Session, match: Match, commands: list[Command]) -> Result:
    """Let pilots draw last, from the cards that no reader holds, so no number is played twice."""
    faulty = recheck_answers(session, match)
    if faulty is not None:
        return session._replace(match=faulty), tuple(commands)
    commands.append(
        AskShuffle(
            match.number,
            match.next_step.turn,
            unseen_cards(session),
            match.redealt,
            _drawn_for(match),
        )
    )
    return session._replace(match=match._replace(pilots=Custody.APP)), tuple(commands)


def _drawn_for(match: Match) -> str:
    """Return the word that seeds the draw; one within a turn has its own."""
    next_step = match.next_step
    if isinstance(next_step, Questions) and any(ask.program.blind for ask in next_step.asks):
        return next_step.about
    return "deck"


def _deal_to_pilots(
    session: Session, match: Match, next_step: Questions, codes: tuple[int, ...]
) -> Result:
    """Deal the rest of the shuffled deck to the pilots."""
    # They have drawn already: after going back in between, the shuffle was asked for twice.
    if any(ask.hand.codes is not None for ask in asked_pilots(session, match) if ask.must):
        return session, ()
    unseen = unseen_cards(session)
    if (
        len(set(codes)) != len(codes)
        or not set(codes) <= set(unseen)
        or len(codes) < sum(ask.hand.number for ask in asked_pilots(session, match))
    ):
        # A card was put in since the shuffle was asked for, or is none of the deck.
        return session, (
            AskShuffle(match.number, next_step.turn, unseen, match.redealt, _drawn_for(match)),
        )
    asks = with_hands(session, next_step, codes)
    next_step = next_step._replace(asks=asks)
    match = match._replace(next_step=next_step)
    # A refusal is settled now; a mere notice, such as whose time was over, is still to be read.
    notice = session.notice if isinstance(session.notice, Notice) else ""
    commands = list[Command]()
    for ask in asks:
        # Pilots who draw new cards give up those in their readers.
        if ask.program.blind and not session.is_person(ask.player):
            row = session.readers.by_seat[ask.seat].row
            commands += (
                TakeCard(ask.seat, slot)
                for slot in ask.program.free
                if row[slot - 1].status != EMPTY
            )
    commands += pilots_asked(session, match, next_step)
    return session._replace(match=match, notice=notice), tuple(commands)


def _take_answers(session: Session, match: Match, commands: list[Command]) -> Result:
    """Check every reader again, since cards may have moved, then take all answers together.

    The order in which people are ready never changes the race.
    """
    faulty = recheck_answers(session, match)
    if faulty is not None:
        faulty, more = undrawn(session, faulty)
        return session._replace(match=faulty), (*commands, *more)
    match = match._replace(question=match.question._replace(problems={}, marks={}, open_seat=None))
    return _absorbed(
        session,
        match,
        session.config.game.answered(match.position, match.question.answers),
        commands,
    )


# ---- After the race ----


def on_back_to_setup(session: Session, message: BackToSetup | Decline) -> Result:
    """Go back to the set-up with all its choices; a race that was only offered stays for later."""
    return back_to_setup(session), (CollectCards({}), *used_again(session))


def recheck_answers(session: Session, match: Match) -> Match | None:
    """Return the race without the answers of seats whose readers changed; None if none has."""
    faulty, rows = match, session.readers.rows
    for seat, answer in match.question.answers.items():
        # A touched offer is in no reader, and an answer after the time limit counts as it is.
        if answer.offer or answer.late:
            continue
        fault = session.config.game.fault(match.position, seat, rows)
        if fault is not None:
            faulty = faulty.with_problem(
                seat,
                fault_after_pull(
                    without_secret_face(session, fault), session.lobby.setup.names, session.piloted
                ),
                places(fault),
            )
    return None if faulty is match else faulty


def undrawn(session: Session, match: Match) -> tuple[Match, tuple[Command, ...]]:
    """Return the race before pilots drew from the real cards, and the commands for that.

    A person who is no longer ready might put in one of these cards.
    """
    if not match.pilots_drew or not isinstance(match.next_step, Questions):
        return match, ()
    # Locked cards were not drawn: they stay where they are, as do all cards in readers of people.
    keep = dict.fromkeys(session.readers.by_seat, ALL_SLOTS)
    for ask in match.next_step.asks:
        if not session.is_person(ask.player):
            slots, locked = ask.program.slots, ask.program.locked
            keep[ask.seat] = tuple(
                slot for slot in ALL_SLOTS if slot in locked or (slots and slot not in slots)
            )
    asks = tuple(
        ask if session.is_person(ask.player) else ask.with_hand(None)
        for ask in match.next_step.asks
    )
    match = match.undrawn()._replace(next_step=match.next_step._replace(asks=asks))
    for ask in asked_pilots(session, match):
        match = match.without(ask.seat)
    return match, (CollectCards(keep),)


AFTER_RACE: Final = Precondition(
    (view.OVER,), unless=(HELD,), refusal=text("The game is not over yet.")
)

HANDLERS: Final[Handlers] = {
    ConfirmRound: Guarded(
        on_confirm_round,
        # Under another page nobody saw what was confirmed.
        Precondition(
            (view.PLAY,), unless=(HELD, COVERED, REPEATING), despite=(view.STORY,), at_revision=True
        ),
    ),
    Begin: Guarded(on_begin, Precondition((SETUP,), refusal=text("The game has already begun."))),
    Shuffled: Guarded(on_shuffled, RACING),
    Again: Guarded(on_begin, AFTER_RACE),
    BackToSetup: Guarded(on_back_to_setup, AFTER_RACE),
    Decline: Guarded(
        on_back_to_setup,
        Precondition(unless=(NOT_OFFERED,), refusal=text("There is no game to continue.")),
    ),
}
"""The handlers of this module's messages."""
