"""After the app was started again in the middle of a race: the offer to go on, the check of the table, then on at the very instruction."""
from __future__ import annotations

from companion.session import view
from companion.session.cards_back import CARDS, missing, put_back
from companion.session.commands import Command, ShowLamps
from companion.session.messages import Decline, Resumed
from companion.session.ready import used_again
from companion.session.session import Reader, Result, Returning, Session, lifted, refused, replace
from companion.session.travel import carried_on
from companion.signals import ASIDE, CollectCards, SetAside, SwapReaders
from companion.words import text


def on_resumed(session: Session, message: Resumed) -> Result:
    """Nothing is known of the readers any more; touch readers are filled as they were, and the race waits until people have looked."""
    # What the readers must hold: as awaited before a second start, as before an acceptance run, or as they held it.
    certifying = session.kept(view.CERTIFY)
    rows = session.returning.rows if session.returning is not None else certifying.rows if certifying is not None else session.rows
    # Known only from what the old table said; the new one is told below.
    aside = [seat for seat, reader in session.readers.items() if reader.lost == ASIDE]
    # Another table may be plugged in by now.
    house = replace(session.house, table=message.sign, touch=frozenset(message.touch))
    after = replace(
        lifted(session, view.TABLE, view.CERTIFY, view.MENU, view.HISTORY, view.LOCKED), house=house, readers={seat: Reader() for seat in session.readers},
        notice="", again=None, strangers=(), troubles={}, step=session.step + 1,
    )
    # A table that was opened anew knows of no chairs that were changed.
    swapped: tuple[Command, ...] = tuple(SwapReaders(*pair) for pair in session.setup.swaps)
    # A setup waits for nobody: it just goes on.
    if session.match is None:
        return after, (*swapped, ShowLamps(session.lamps))
    rows = {seat: row for seat, row in rows.items() if seat in session.setup.playing}
    # A table of real readers takes cards only where no reader answers, so that all seats can be filled before any has answered.
    filled = replace(after, house=replace(house, touch=frozenset(session.readers)))
    commands: list[Command] = [*swapped, ShowLamps(session.lamps), *(SetAside(seat, True) for seat in aside), *put_back(filled, rows)]
    return replace(after, returning=Returning(view.OFFER, message.ago, rows)), tuple(commands)


def on_decline(session: Session, message: Decline) -> Result:
    """The race that was found is left as it is, and can be gone on with by its number; the setup comes back with everything as it was chosen."""
    if session.returning is None or session.returning.stage != view.OFFER:
        return refused(session, text("There is no race to go on with."))
    after = replace(session, page=view.BOARD, match=None, returning=None, travel=None, step=session.step + 1, notice="", aside=())
    return after, (CollectCards({}), *used_again(session))


def on_return_confirmed(session: Session, returning: Returning) -> Result:
    """On from the offer to the check, from there to the readers, and then to the race.

    Confirmed at the readers the race goes on although a card is missing: one may be lost, or a slot unreadable.
    """
    session = replace(session, step=session.step + 1, notice="")
    if returning.stage == view.OFFER:
        return replace(session, returning=returning._replace(stage=view.CHECK)), ()
    if returning.stage == view.CHECK and missing(session, returning.rows):
        return replace(session, returning=returning._replace(stage=CARDS)), ()
    return returned(session)


def returned(session: Session) -> Result:
    """The table is as it was: the race goes on at the very instruction where it stopped."""
    return carried_on(replace(session, returning=None), ())
