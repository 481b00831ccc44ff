"""Phones: a player's own phone or tablet as the private view of one seat, or any as a second screen; each joins by a code.

Who has no reader plays the seat there (`companion.session.remote`). Whether a phone comes, goes or is lost changes nothing of the game. What lets them in stands in
`companion.phones`, and says here under which address and by which codes; the screen makes a picture of both that a phone's camera reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.absent import noticed
from companion.session.choices import CHIPS, LINES, Choice, ChoiceGroup
from companion.session.commands import KeepPreferences
from companion.session.going_on import host_of
from companion.session.lobby.house import LEADS, on_prefer
from companion.session.lobby.invited import SCREEN, Invitation, Invited
from companion.session.lobby.joining import with_invited
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.preferences import HOST, Prefer
from companion.session.session import Result, Session, laid, refused, replace, show_page
from companion.session.view import View
from companion.signals import ASIDE, SetAside
from companion.words import NOTHING, Text, count, sentences, text

NAME: Final = "phones"
NOT_HERE: Final = text("Phones cannot join here.")
OPEN_PHONES: Final = text("To allow it, open the page Phones.")
MAX_ADDRESSES: Final = 3
"""Further addresses that are shown."""


class Inviting(NamedTuple):
    """The invitation that is shown."""

    seat: int = SCREEN
    """Whose it is: a seat's, or SCREEN."""
    bare: str = ""
    """The code of a seat that lies open, "" while it is covered."""


class InvitationPicture(NamedTuple):
    """An invitation to be shown large."""

    link: str
    """What a camera reads, "" while the code is covered."""
    typed: str
    """The same as people type it."""
    title: Text | str
    """Whom it is for."""
    about: Text
    """What to know about it."""
    uncover: Message | None = None
    """What a held touch on the covered code says; None while it lies open."""


class PhonesPage(NamedTuple):
    """Choices, and one invitation; None where nobody can join now."""

    groups: tuple[ChoiceGroup, ...]
    shown: InvitationPicture | None


# ---- What is said --------------------------------------------------------------------------------------------------------


class OfferPhones(NamedTuple):
    """There is a service that can let phones in; `called`: it is to do so in this session, whatever was chosen for the screen."""

    called: bool = False


class CallPhones(NamedTuple):
    """What the service says: the address, what is wrong, the codes, and other addresses."""

    address: str
    trouble: Text
    codes: tuple[Invitation, ...]
    others: tuple[str, ...] = ()


class LetPhonesIn(NamedTuple):
    """Let phones in from now on, also at the next start, or do not."""

    on: bool


class LetPhonesForesee(NamedTuple):
    """Players' own phones show where the cards in the reader lead, from now on, or do not."""

    on: bool


class LetPhonesLead(NamedTuple):
    """Let nobody's phone, the host's or everybody's lead a game on for all (`companion.session.preferences`), from now on."""

    who: str


class ChooseHost(NamedTuple):
    """The player of this seat is the host from now on."""

    seat: int


class ShowInvitation(NamedTuple):
    """Show the invitation for this seat, or for a second screen."""

    seat: int


class UncoverCode(NamedTuple):
    """Show the covered code of the seat whose invitation is on the page: somebody held it."""


class DealToAll(NamedTuple):
    """The app deals to everybody in the next game, and all readers are set aside; or they are used again."""

    on: bool


class RenewCodes(NamedTuple):
    """All codes are void, and every phone must join again."""


class RenewCode(NamedTuple):
    """The code of one seat, or of SCREEN, is void: another one takes its place."""

    seat: int


# ---- What it does --------------------------------------------------------------------------------------------------------


def lets_in(session: Session) -> bool:
    """Whether phones may join now."""
    return session.house.invited.offered and (
        session.preferences.phones or session.house.invited.called
    )


def on_offer(session: Session, message: OfferPhones) -> Result:
    """From now on it can be chosen."""
    return with_invited(session, offered=True, called=message.called), ()


def on_call(session: Session, message: CallPhones) -> Result:
    """Take over what the service says, and tell the table where another phone looks at a seat's cards."""
    before = session.house.invited
    known = {one.code for one in message.codes}
    shown = {one.code for one in message.codes if one.shown}
    after = with_invited(
        session,
        address=message.address,
        others=message.others,
        trouble=message.trouble,
        codes=message.codes,
        covered=before.covered & known | shown if known else before.covered,
    )
    after, inviting = noticed(before, after), session.kept(NAME)
    if inviting is not None:
        after = _kept_open(after, inviting, before)
    joined = {one.seat: one.joined for one in before.codes}
    crowded = [one for one in crowded_seats(after) if one.joined > joined.get(one.seat, 0)]
    # The page itself has a line that says so.
    tells = bool(crowded) and inviting is None
    return (
        replace(after, notice=sentences(crowded_words(after, crowded[0]), OPEN_PHONES))
        if tells
        else after
    ), ()


def _kept_open(session: Session, inviting: Inviting, before: Invited) -> Session:
    """Cover the code on the page once a phone has joined by it; show another code that takes its place."""
    old, new = before.invitation(inviting.seat), session.house.invited.invitation(inviting.seat)
    if old is None or new is None:
        return session
    if old.code != new.code:
        return _shown(session, inviting.seat)
    return laid(session, NAME, inviting._replace(bare="")) if new.joined > old.joined else session


def _shown(session: Session, seat: int) -> Session:
    """Show an invitation: in clear the first time, covered from then on. A code for everybody is never covered."""
    invited = session.house.invited
    one = invited.invitation(seat) if seat != SCREEN else None
    if one is None:
        return laid(session, NAME, Inviting(seat))
    bare = "" if one.code in invited.covered else one.code
    return laid(
        with_invited(session, covered=invited.covered | {one.code}), NAME, Inviting(seat, bare)
    )


def on_let_in(session: Session, inviting: Inviting, message: LetPhonesIn) -> Result:
    """Kept like every choice for the screen; what the command line has said does not count any more."""
    chosen = session.preferences._replace(phones=message.on)
    after = replace(with_invited(session, called=False), preferences=chosen, notice="")
    return after, (KeepPreferences(chosen),) if chosen != session.preferences else ()


def on_let_foresee(session: Session, inviting: Inviting, message: LetPhonesForesee) -> Result:
    """For everybody alike, so that it is fair."""
    return on_prefer(session, Prefer(session.preferences._replace(ghost=message.on)))


def on_let_lead(session: Session, inviting: Inviting, message: LetPhonesLead) -> Result:
    """Take it as chosen for the screen, which says what can be chosen."""
    return on_prefer(session, Prefer(session.preferences._replace(leads=message.who)))


def on_host(session: Session, inviting: Inviting, message: ChooseHost) -> Result:
    """Take it as chosen for the screen; only who plays can be the host."""
    if message.seat not in session.people:
        return session, ()
    return on_prefer(session, Prefer(session.preferences._replace(host=message.seat)))


def on_show(session: Session, inviting: Inviting, message: ShowInvitation) -> Result:
    """One at a time, so that nobody reads another one's by mistake."""
    return (session if message.seat == inviting.seat else _shown(session, message.seat)), ()


def on_uncover(session: Session, inviting: Inviting, message: UncoverCode) -> Result:
    """Show the code until another invitation is shown, the page is left, or a phone joins by it."""
    one = session.house.invited.invitation(inviting.seat)
    return (session if one is None else laid(session, NAME, inviting._replace(bare=one.code))), ()


def on_deal_to_all(session: Session, inviting: Inviting, message: DealToAll) -> Result:
    """Only before a race: in one that runs the cards are where they are."""
    if session.match is not None:
        return refused(
            session, text("This game has begun with its cards. Choose before the next one.")
        )
    return replace(session, notice=""), tuple(
        SetAside(seat, message.on) for seat in _with_readers(session)
    )


def on_renew(session: Session, inviting: Inviting, message: RenewCodes) -> Result:
    """Count it for every seat; the service makes other codes where a count has changed."""
    return _renewed(session, (SCREEN, *session.house.game.seats)), ()


def on_renew_one(session: Session, message: RenewCode) -> Result:
    """Count it for one seat, wherever it was wanted: on the page or on a phone."""
    return (
        _renewed(session, (message.seat,))
        if message.seat in (SCREEN, *session.house.game.seats)
        else session
    ), ()


def _renewed(session: Session, seats: tuple[int, ...]) -> Session:
    before = session.house.invited.renewals
    return with_invited(
        session, renewals={**before, **{seat: before.get(seat, 0) + 1 for seat in seats}}
    )


def on_open(session: Session) -> Result:
    """Where phones can be let in at all."""
    if not session.house.invited.offered:
        return refused(session, NOT_HERE)
    return show_page(session, NAME, Inviting()), ()


# ---- What there is to see ------------------------------------------------------------------------------------------------


def phones_view(session: Session, inviting: Inviting) -> View:
    """The switches, who can join, and the invitation of one."""
    on, invited = lets_in(session), session.house.invited
    # The service may not have seen yet that another game has fewer seats.
    known = inviting.seat == SCREEN or inviting.seat in session.setup.names
    shown = invited.invitation(inviting.seat) if on and invited.address and known else None
    groups = [_switch(on)]
    if on:
        groups += [
            *_trouble(session),
            *_crowded(session),
            *_seats(session, inviting),
            *_leading(session),
            _foreseeing(session),
            *_dealing(session),
            ChoiceGroup(
                text("A code was seen by others"),
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
        hint,
        None,
        page,
        session.step,
        text("Close"),
        "",
        "",
        session.notice,
        session.house.table,
        on_back=ClosePage(NAME),
    )


def _switch(on: bool) -> ChoiceGroup:
    return ChoiceGroup(
        text("Phones may join"),
        CHIPS,
        tuple(
            Choice(label, "", LetPhonesIn(chosen), chosen=on == chosen)
            for chosen, label in ((False, text("No")), (True, text("Yes")))
        ),
    )


def _trouble(session: Session) -> Iterator[ChoiceGroup]:
    """What is in the way; the service tries again by itself."""
    invited = session.house.invited
    words = invited.trouble or (
        NOTHING if invited.address else text("Access for phones is being opened.")
    )
    if words:
        yield ChoiceGroup("", LINES, (Choice(words, "", ShowInvitation(SCREEN)),))


def crowded_words(session: Session, one: Invitation) -> Text:
    """Say that several phones look at the cards of one seat."""
    return text(
        "{number} phones show {piece}'s cards.",
        number=one.joined,
        piece=session.setup.names[one.seat],
    )


def crowded_seats(session: Session) -> tuple[Invitation, ...]:
    """Return the invitations of people's seats at which more than one phone looks."""
    return tuple(
        one for one in session.house.invited.codes if one.seat in session.people and one.joined > 1
    )


def _crowded(session: Session) -> Iterator[ChoiceGroup]:
    """Each seat at which more than one phone looks, with the way to throw the others out."""
    choices = tuple(
        Choice(crowded_words(session, one), text("Remove"), RenewCode(one.seat))
        for one in crowded_seats(session)
    )
    if choices:
        yield ChoiceGroup(text("The first phone stays, the others are removed"), LINES, choices)


def _seats(session: Session, inviting: Inviting) -> Iterator[ChoiceGroup]:
    """The second screen, then each person's seat."""
    invited = session.house.invited
    if not invited.address:
        return
    seats = tuple(
        Choice(
            session.setup.names[one.seat],
            "",
            ShowInvitation(one.seat),
            chosen=one.seat == inviting.seat,
            sign=one.seat,
        )
        for one in invited.codes
        if one.seat in session.setup.names
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


def _foreseeing(session: Session) -> ChoiceGroup:
    return ChoiceGroup(
        text("Private views show where a program leads"),
        CHIPS,
        tuple(
            Choice(label, "", LetPhonesForesee(chosen), chosen=session.preferences.ghost == chosen)
            for chosen, label in ((False, text("Never")), (True, text("While choosing")))
        ),
    )


def _leading(session: Session) -> Iterator[ChoiceGroup]:
    """Whose phones lead a game on, and who is the host."""
    chosen, host = session.preferences.leads, host_of(session)
    yield ChoiceGroup(
        text("Phones that may go on for everybody"),
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
                    session.setup.names[seat], "", ChooseHost(seat), chosen=seat == host, sign=seat
                )
                for seat in session.people
            ),
        )


def _dealing(session: Session) -> Iterator[ChoiceGroup]:
    """Before a race at a table with readers: real cards would never reach who plays from elsewhere."""
    with_readers = _with_readers(session)
    if session.match is None and with_readers:
        aside = all(session.readers[seat].lost == ASIDE for seat in with_readers)
        yield ChoiceGroup(
            text("Players away from the table"),
            CHIPS,
            (
                Choice(text("None: real cards"), "", DealToAll(False), chosen=not aside),
                Choice(text("Some: the app deals all cards"), "", DealToAll(True), chosen=aside),
            ),
        )


def _with_readers(session: Session) -> tuple[int, ...]:
    """The seats of people whose reader answers, or is only set aside."""
    return tuple(
        seat
        for seat in session.people
        if not session.on_screen(seat) or session.readers[seat].lost == ASIDE
    )


def _public_title(session: Session) -> Text:
    """The name of the one code for everybody: while a game is set up a phone takes a seat by it."""
    return text("Join the game") if session.setting_up else text("Second screen")


def _picture(session: Session, one: Invitation, bare: str) -> InvitationPicture:
    typed = f"{session.house.invited.address}/{one.code}"
    joined = (
        count("{number} phone has joined.", "{number} phones have joined.", one.joined)
        if one.joined
        else text("Nobody has joined yet.")
    )
    also = session.house.invited.others
    if one.seat == SCREEN:
        about = text("Scan the code to take a seat.") if session.setting_up else NOTHING
        more = (
            text("Other addresses: {addresses}.", addresses=", ".join(also[:MAX_ADDRESSES]))
            if also
            else NOTHING
        )
        return InvitationPicture(
            f"http://{typed}", typed, _public_title(session), sentences(about, joined, more)
        )
    setup = session.setup.seat(one.seat)
    pin = text("The phone asks for the PIN of the seat.") if setup.pin else NOTHING
    about = sentences(joined, pin)
    if one.code != bare:
        return InvitationPicture("", "", setup.name, about, UncoverCode())
    return InvitationPicture(f"http://{typed}", typed, setup.name, about)


PAGE: Final = Page(
    phones_view,
    {
        LetPhonesIn: on_let_in,
        LetPhonesForesee: on_let_foresee,
        LetPhonesLead: on_let_lead,
        ChooseHost: on_host,
        DealToAll: on_deal_to_all,
        ShowInvitation: on_show,
        UncoverCode: on_uncover,
        RenewCodes: on_renew,
    },
    always={OfferPhones: on_offer, CallPhones: on_call, RenewCode: on_renew_one},
    opened=on_open,
)
"""It keeps the invitation that is shown."""
