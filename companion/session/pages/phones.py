"""Phones: as the private view of one seat, or as a second screen; each joins with a code.

A player without a reader plays there (`companion.session.remote`). A phone that comes, goes or is
lost changes nothing in the game. The service in `companion.phones` reports the address and the
codes; the screen shows both as a picture for a phone's camera.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.absent import note_absent
from companion.session.choices import CHIPS, LINES, Choice, ChoiceGroup
from companion.session.commands import KeepPreferences
from companion.session.handling import SETUP, Guarded, Precondition
from companion.session.lobby.device import LEADS, on_prefer
from companion.session.lobby.joining import with_phone_access
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.phone_lead import host_of
from companion.session.preferences import HOST, Prefer
from companion.session.session import Result, Session, push_page, refuse, show_page
from companion.session.view import View
from companion.signals import ASIDE, SetAside
from companion.words import NOTHING, Text, count, sentences, text

NAME: Final = "phones"
NOT_HERE: Final = text("Phones cannot join here.")
OPEN_PHONES: Final = text("Allow it on the page Phones.")
MAX_ADDRESSES: Final = 3
"""The number of further addresses that are shown."""


class PhonesState(NamedTuple):
    """The invitation that is shown."""

    seat: int = SCREEN
    """A seat, or SCREEN."""
    bare: str = ""
    """The visible code of a seat, "" while it is covered."""


class InvitationPicture(NamedTuple):
    """An invitation, shown large."""

    link: str
    """The link that a camera reads, "" while the code is covered."""
    typed: str
    """The same to be typed."""
    title: Text | str
    """The name of its addressee."""
    about: Text
    """The facts to know about it."""
    uncover: Message | None = None
    """The message of a long press on a covered code; None while it is visible."""


class PhonesPage(NamedTuple):
    """Choices, and one invitation; None where nobody can join now."""

    groups: tuple[ChoiceGroup, ...]
    shown: InvitationPicture | None


# ---- Messages ----


class PhoneServiceFound(NamedTuple):
    """The service for phones exists."""

    called: bool = False
    """Whether it is to run in this session, independent of the choice for the screen."""


class PhoneServiceReported(NamedTuple):
    """The service reports its address, its trouble, the codes, and other addresses."""

    address: str
    trouble: Text
    codes: tuple[Invitation, ...]
    others: tuple[str, ...] = ()


class LetPhonesIn(NamedTuple):
    """Let phones in, or not, from now on and at the next start."""

    on: bool


class LetPhonesForesee(NamedTuple):
    """Let players' phones show where the cards in the reader lead, or not."""

    on: bool


class LetPhonesLead(NamedTuple):
    """Choose whose phones lead a game on for all (`companion.session.preferences`)."""

    who: str
    """Nobody's, the host's or everybody's."""


class ChooseHost(NamedTuple):
    """Make the player of this seat the host."""

    seat: int


class ShowInvitation(NamedTuple):
    """Show the invitation for this seat, or for a second screen."""

    seat: int


class UncoverCode(NamedTuple):
    """Show the covered code on the page, after a long press."""


class DealToAll(NamedTuple):
    """Let the app deal to everybody in the next game with all readers set aside, or not."""

    on: bool


class RenewCodes(NamedTuple):
    """Replace all codes, so that every phone must join again."""


class RenewCode(NamedTuple):
    """Replace the code of one seat, or of SCREEN."""

    seat: int


# ---- Handlers ----


def lets_in(session: Session) -> bool:
    """Return whether phones may join now."""
    return session.config.phone_access.offered and (
        session.lobby.preferences.phones or session.config.phone_access.called
    )


def on_phone_service_found(session: Session, message: PhoneServiceFound) -> Result:
    """Offer this page from now on."""
    return with_phone_access(
        session, session.config.phone_access._replace(offered=True, called=message.called)
    ), ()


def on_phone_service_reported(session: Session, message: PhoneServiceReported) -> Result:
    """Note what the service reports, and tell the table when two phones look at a seat's cards."""
    before = session.config.phone_access
    known = {one.code for one in message.codes}
    shown = {one.code for one in message.codes if one.shown}
    after = with_phone_access(
        session,
        session.config.phone_access._replace(
            address=message.address,
            others=message.others,
            trouble=message.trouble,
            codes=message.codes,
            covered=before.covered & known | shown if known else before.covered,
        ),
    )
    after, inviting = note_absent(before, after), session.state_of(NAME, PhonesState)
    if inviting is not None:
        old = before.invitation(inviting.seat)
        new = after.config.phone_access.invitation(inviting.seat)
        if old is not None and new is not None:
            # The page shows the code that replaces its own, and covers it once a phone has joined.
            if old.code != new.code:
                after = _show_invitation(after, inviting.seat)
            elif new.joined > old.joined:
                after = push_page(after, NAME, inviting._replace(bare=""))
    joined = {one.seat: one.joined for one in before.codes}
    crowded = [one for one in crowded_seats(after) if one.joined > joined.get(one.seat, 0)]
    # The page itself has a line that says so.
    tells = bool(crowded) and inviting is None
    return (
        after._replace(notice=sentences(crowded_words(after, crowded[0]), OPEN_PHONES))
        if tells
        else after
    ), ()


def _show_invitation(session: Session, seat: int) -> Session:
    """Show an invitation: its code is visible the first time, and covered after that.

    A code for everybody is never covered.
    """
    access = session.config.phone_access
    one = access.invitation(seat) if seat != SCREEN else None
    if one is None:
        return push_page(session, NAME, PhonesState(seat))
    bare = "" if one.code in access.covered else one.code
    return push_page(
        with_phone_access(
            session, session.config.phone_access._replace(covered=access.covered | {one.code})
        ),
        NAME,
        PhonesState(seat, bare),
    )


def on_let_in(session: Session, inviting: PhonesState, message: LetPhonesIn) -> Result:
    """Keep the choice as one for the screen; the option of the command line no longer counts."""
    chosen = session.lobby.preferences._replace(phones=message.on)
    after = with_phone_access(session, session.config.phone_access._replace(called=False))._replace(
        lobby=session.lobby._replace(preferences=chosen), notice=""
    )
    return after, (KeepPreferences(chosen),) if chosen != session.lobby.preferences else ()


def on_let_foresee(session: Session, inviting: PhonesState, message: LetPhonesForesee) -> Result:
    """Keep the choice for everybody, which is fair."""
    return on_prefer(session, Prefer(session.lobby.preferences._replace(ghost=message.on)))


def on_let_lead(session: Session, inviting: PhonesState, message: LetPhonesLead) -> Result:
    """Keep the choice as one for the screen."""
    return on_prefer(session, Prefer(session.lobby.preferences._replace(leads=message.who)))


def on_host(session: Session, inviting: PhonesState, message: ChooseHost) -> Result:
    """Keep the choice as one for the screen; only a player can be the host."""
    if message.seat not in session.people:
        return session, ()
    return on_prefer(session, Prefer(session.lobby.preferences._replace(host=message.seat)))


def on_show(session: Session, inviting: PhonesState, message: ShowInvitation) -> Result:
    """Show one invitation at a time, to prevent mistakes."""
    return (
        session if message.seat == inviting.seat else _show_invitation(session, message.seat)
    ), ()


def on_uncover(session: Session, inviting: PhonesState, message: UncoverCode) -> Result:
    """Show the code until another one is shown, the page is closed, or a phone has joined."""
    one = session.config.phone_access.invitation(inviting.seat)
    return (
        session if one is None else push_page(session, NAME, inviting._replace(bare=one.code))
    ), ()


def on_deal_to_all(session: Session, inviting: PhonesState, message: DealToAll) -> Result:
    """Change the deal, but only before a race: in a race the cards are where they are."""
    return session._replace(notice=""), tuple(
        SetAside(seat, message.on) for seat in _with_readers(session)
    )


def on_renew(session: Session, inviting: PhonesState, message: RenewCodes) -> Result:
    """Count a renewal for every seat; the service makes new codes for changed counts."""
    return _renewed(session, (SCREEN, *session.config.game.seats)), ()


def on_renew_one(session: Session, message: RenewCode) -> Result:
    """Count a renewal for one seat, from the page or from a phone."""
    return (
        _renewed(session, (message.seat,))
        if message.seat in (SCREEN, *session.config.game.seats)
        else session
    ), ()


def _renewed(session: Session, seats: tuple[int, ...]) -> Session:
    before = session.config.phone_access.renewals
    return with_phone_access(
        session,
        session.config.phone_access._replace(
            renewals={**before, **{seat: before.get(seat, 0) + 1 for seat in seats}}
        ),
    )


def on_open(session: Session) -> Result:
    """Open the page, where the service exists."""
    if not session.config.phone_access.offered:
        return refuse(session, NOT_HERE)
    return show_page(session, NAME, PhonesState()), ()


# ---- View ----


def phones_view(session: Session, inviting: PhonesState) -> View:
    """Return the switches, the invitations to choose from, and one invitation."""
    on, access = lets_in(session), session.config.phone_access
    # The service may not know yet that another game has fewer seats.
    known = inviting.seat == SCREEN or inviting.seat in session.lobby.setup.names
    shown = access.invitation(inviting.seat) if on and access.address and known else None
    groups = [_two_chips(text("Phones may join"), text("No"), text("Yes"), LetPhonesIn, on)]
    if on:
        groups += [
            *_trouble(session),
            *_crowded(session),
            *_seats(session, inviting),
            *_leading(session),
            _two_chips(
                text("Private views show where a program leads"),
                text("Never"),
                text("While choosing"),
                LetPhonesForesee,
                session.lobby.preferences.ghost,
            ),
            *_dealing(session),
            ChoiceGroup(
                text("Others have seen a code"),
                CHIPS,
                (Choice(text("New codes for all"), "", RenewCodes()),),
            ),
        ]
    hint = text("A phone shows a player's own cards. Players without a reader can play on it.")
    page = PhonesPage(
        tuple(groups), None if shown is None else _picture(session, shown, inviting.bare)
    )
    return View(
        NAME,
        text("Phones"),
        hint=hint,
        body=page,
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


def _two_chips(
    title: Text, no: Text, yes: Text, message: Callable[[bool], Message], on: bool
) -> ChoiceGroup:
    """Return the choices between no and yes, with the present one chosen."""
    return ChoiceGroup(
        title,
        CHIPS,
        (
            Choice(no, "", message(False), chosen=not on),
            Choice(yes, "", message(True), chosen=on),
        ),
    )


def _trouble(session: Session) -> Iterator[ChoiceGroup]:
    """Yield the trouble of the service, which tries again by itself."""
    access = session.config.phone_access
    words = access.trouble or (
        NOTHING if access.address else text("Access for phones is being opened.")
    )
    if words:
        yield ChoiceGroup("", LINES, (Choice(words, "", ShowInvitation(SCREEN)),))


def crowded_words(session: Session, one: Invitation) -> Text:
    """Return that several phones look at the cards of one seat."""
    return text(
        "{number} phones show {piece}'s cards.",
        number=one.joined,
        piece=session.lobby.setup.names[one.seat],
    )


def crowded_seats(session: Session) -> tuple[Invitation, ...]:
    """Return the invitations of people's seats that more than one phone uses."""
    return tuple(
        one
        for one in session.config.phone_access.codes
        if one.seat in session.people and one.joined > 1
    )


def _crowded(session: Session) -> Iterator[ChoiceGroup]:
    """Yield each such seat with the choice to disconnect its phones."""
    choices = tuple(
        Choice(crowded_words(session, one), text("Remove"), RenewCode(one.seat))
        for one in crowded_seats(session)
    )
    if choices:
        yield ChoiceGroup(text("The first phone stays, the others are removed"), LINES, choices)


def _seats(session: Session, inviting: PhonesState) -> Iterator[ChoiceGroup]:
    """Yield the second screen, then each person's seat."""
    access = session.config.phone_access
    if not access.address:
        return
    seats = tuple(
        Choice(
            session.lobby.setup.names[one.seat],
            "",
            ShowInvitation(one.seat),
            chosen=one.seat == inviting.seat,
            sign=one.seat,
        )
        for one in access.codes
        if one.seat in session.lobby.setup.names
    )
    yield ChoiceGroup(
        text("For everybody"),
        CHIPS,
        (
            Choice(
                _public_title(session), "", ShowInvitation(SCREEN), chosen=inviting.seat == SCREEN
            ),
        ),
    )
    if seats:
        yield ChoiceGroup(text("Private view of one seat"), CHIPS, seats)


def _leading(session: Session) -> Iterator[ChoiceGroup]:
    """Yield the choice whose phones lead a game on, and the host."""
    chosen, host = session.lobby.preferences.leads, host_of(session)
    yield ChoiceGroup(
        text("Phones that may continue for everybody"),
        CHIPS,
        tuple(
            Choice(label, "", LetPhonesLead(who), chosen=who == chosen)
            for who, label in LEADS.items()
        ),
    )
    if chosen == HOST and len(session.people) > 1:
        yield ChoiceGroup(
            text("The host"),
            CHIPS,
            tuple(
                Choice(
                    session.lobby.setup.names[seat],
                    "",
                    ChooseHost(seat),
                    chosen=seat == host,
                    sign=seat,
                )
                for seat in session.people
            ),
        )


def _dealing(session: Session) -> Iterator[ChoiceGroup]:
    """Yield, before a race at a table with readers, the choice to deal to everybody by the app.

    Real cards would never reach players elsewhere.
    """
    with_readers = _with_readers(session)
    if session.match is None and with_readers:
        aside = all(session.readers.by_seat[seat].lost == ASIDE for seat in with_readers)
        yield _two_chips(
            text("Players away from the table"),
            text("None: real cards"),
            text("Some: the app deals all cards"),
            DealToAll,
            aside,
        )


def _with_readers(session: Session) -> tuple[int, ...]:
    """Return the seats of people whose reader answers, or is only set aside."""
    return tuple(
        seat
        for seat in session.people
        if not session.on_screen(seat) or session.readers.by_seat[seat].lost == ASIDE
    )


def _public_title(session: Session) -> Text:
    """Return the title of the code for everybody, with which phones take seats in the set-up."""
    return text("Join the game") if session.setting_up else text("Second screen")


def _picture(session: Session, one: Invitation, bare: str) -> InvitationPicture:
    typed = f"{session.config.phone_access.address}/{one.code}"
    if one.joined:
        joined = count("{number} phone has joined.", "{number} phones have joined.", one.joined)
    else:
        joined = text("Nobody has joined yet.")
    also = session.config.phone_access.others
    if one.seat == SCREEN:
        about = text("Scan the code to take a seat.") if session.setting_up else NOTHING
        if also:
            more = text("Other addresses: {addresses}.", addresses=", ".join(also[:MAX_ADDRESSES]))
        else:
            more = NOTHING
        return InvitationPicture(
            f"http://{typed}",
            typed,
            title=_public_title(session),
            about=sentences(about, joined, more),
        )
    setup = session.lobby.setup.seat(one.seat)
    pin = text("The phone asks for the PIN of the seat.") if setup.pin else NOTHING
    about = sentences(joined, pin)
    if one.code != bare:
        return InvitationPicture("", "", title=setup.name, about=about, uncover=UncoverCode())
    return InvitationPicture(f"http://{typed}", typed, title=setup.name, about=about)


PAGE: Final = Page(
    phones_view,
    {
        LetPhonesIn: on_let_in,
        LetPhonesForesee: on_let_foresee,
        LetPhonesLead: on_let_lead,
        ChooseHost: on_host,
        DealToAll: Guarded(
            on_deal_to_all,
            Precondition(
                (SETUP,),
                refusal=text("This game has begun with its cards. Choose before the next game."),
            ),
        ),
        ShowInvitation: on_show,
        UncoverCode: on_uncover,
        RenewCodes: on_renew,
    },
    always={
        PhoneServiceFound: on_phone_service_found,
        PhoneServiceReported: on_phone_service_reported,
        RenewCode: on_renew_one,
    },
    opened=on_open,
)
"""It keeps the invitation that is shown."""
