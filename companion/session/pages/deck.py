"""A deck that people write: all its entries, one of them with its fields, a name to type.

Every change is kept immediately. An unfinished deck can be closed and continued later; only a
finished one can be played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.errors import FormatError, RuleError
from companion.games.decks import Decks, Draft, DraftRow, Edit
from companion.named_tuples import NamedTuple
from companion.names import name_refusal, with_small_letters
from companion.session.choices import (
    CHIPS,
    FIELD_LAYOUTS,
    LINES,
    WAYS,
    Choice,
    ChoiceGroup,
    delete_or_keep,
    pick_labels,
)
from companion.session.commands import KeepDeck
from companion.session.handling import Guarded
from companion.session.lobby.arrangement import DeckEntry
from companion.session.lobby.own_decks import free_key, with_entry, with_usable_deck, without_entry
from companion.session.lobby.setup import CLOSED, SETTING_UP
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.session import Result, Session, pop_pages, refuse, show_page
from companion.session.view import View
from companion.words import NOTHING, Text, count, sentence, text, verbatim

NAME: Final = "deck"
"""The name of this page."""
MOST_UNDONE: Final = 50
"""The number of changes that can be undone."""


class EditDeck(NamedTuple):
    """Edit the deck of this short name."""

    deck: str


class NewDeck(NamedTuple):
    """Write a new deck, with the start of this key."""

    start: str


class OpenEntry(NamedTuple):
    """Show one entry, by its key, or all of them with ""."""

    row: str


class AlterEntry(NamedTuple):
    """Make the change that a form proposes; None changes nothing."""

    edit: Edit


class AddEntry(NamedTuple):
    """Add an entry and show it."""


class DropEntry(NamedTuple):
    """Remove the present entry."""


class UndoEdit(NamedTuple):
    """Undo the last change."""


class AskName(NamedTuple):
    """Type a name for the present entry, or else for the deck; or stop typing."""

    on: bool


class GiveName(NamedTuple):
    """The text that was typed."""

    name: str


class AskDelete(NamedTuple):
    """Ask whether to delete the whole deck, or drop the question."""

    on: bool


class DeleteDeck(NamedTuple):
    """Delete the whole deck, after the question."""


class DeckState(NamedTuple):
    """The deck and the state of its page."""

    key: str
    """The deck's short name."""
    draft: Draft
    row: str = ""
    """The key of the present entry, "" for all."""
    naming: bool = False
    """Whether a name is typed."""
    deleting: bool = False
    """Whether the question about deleting is shown."""
    past: tuple[Draft, ...] = ()
    """The earlier drafts, the last one last."""


class Naming(NamedTuple):
    """A name that is typed: its text so far, its maximal length, and whose name it is."""

    name: str
    longest: int
    title: Text


class GroupsPage(NamedTuple):
    """Groups of choices, one below the other."""

    groups: tuple[ChoiceGroup, ...]
    where: str
    """The subject of the groups, so that each list keeps its scroll position."""
    naming: Naming | None = None
    """The name to type, over everything else."""


# ---- View ----


def deck_view(session: Session, state: DeckState) -> View:
    """Return all entries, or the present one."""
    decks = _decks(session)
    row = next((row for row in decks.rows(state.draft) if row.key == state.row), None)
    if state.deleting:
        shown = (
            text("Delete this deck?"),
            text("This cannot be undone. Games that began with this deck are not affected."),
            delete_or_keep(DeleteDeck(), AskDelete(False)),
            "question",
        )
    elif row is not None:
        shown = (
            verbatim(row.name) if row.name else text("A card without a name"),
            row.wrong or row.full or row.about,
            _of_entry(decks, state, row),
            f"entry-{row.key}",
        )
    else:
        shown = (
            verbatim(decks.name(state.draft)) if decks.name(state.draft) else text("A new deck"),
            _missing(decks, state.draft) or text("It is complete and can be played."),
            _all_entries(decks, state),
            "entries",
        )
    title, hint, groups, where = shown
    naming = None
    if state.naming:
        if row is None:
            named, title = decks.name(state.draft), text("Name of the deck")
        else:
            named, title = row.name, text("Name of the card")
        naming = Naming(named, decks.longest, title)
    back, on_back = (
        (text("Done"), ClosePage(NAME))
        if row is None and not state.deleting
        else (text("All cards"), OpenEntry(""))
    )
    return View(
        NAME,
        title,
        hint=hint,
        body=GroupsPage(groups, where, naming),
        back=back,
        on_back=on_back,
    )


def _missing(decks: Decks, draft: Draft) -> Text:
    """Return why the deck cannot be played; NOTHING where it can."""
    wrong = [row for row in decks.rows(draft) if row.wrong]
    fault = next(iter(decks.wrong(draft)), NOTHING)
    return fault or (
        count("{number} entry is not finished.", "{number} entries are not finished.", len(wrong))
        if wrong
        else NOTHING
    )


def _undo(state: DeckState) -> Choice:
    return Choice(
        text("Undo"),
        NOTHING,
        message=UndoEdit(),
        blocked=NOTHING if state.past else text("Nothing was changed yet."),
        symbol="undo",
    )


def _all_entries(decks: Decks, state: DeckState) -> tuple[ChoiceGroup, ...]:
    draft = state.draft
    rows = tuple(
        Choice(
            verbatim(row.name) if row.name else text("No name yet"),
            row.wrong or row.about,
            OpenEntry(row.key),
            symbol="warning" if row.wrong else "",
        )
        for row in decks.rows(draft)
    )
    whole = (
        Choice(text("Another card"), NOTHING, AddEntry()),
        Choice(text("Name of the deck"), NOTHING, AskName(True)),
        _undo(state),
        Choice(text("Delete the deck"), NOTHING, AskDelete(True)),
    )
    wrong = decks.wrong(draft)
    faults = ChoiceGroup(
        text("Before it can be played"),
        LINES,
        tuple(Choice(words, "", AlterEntry(None)) for words in wrong),
    )
    return (
        ChoiceGroup("", CHIPS, whole),
        *([faults] if len(wrong) > 1 else []),
        *([ChoiceGroup(text("Cards"), WAYS, rows)] if rows else []),
    )


def _of_entry(decks: Decks, state: DeckState, row: DraftRow) -> tuple[ChoiceGroup, ...]:
    draft = state.draft
    keys = [other.key for other in decks.rows(draft)]
    at = keys.index(row.key)
    ways = (
        Choice(text("Name"), NOTHING, AskName(True)),
        Choice(
            text("Card before"),
            NOTHING,
            message=OpenEntry(keys[at - 1]),
            blocked=text("This is the first card.") if at == 0 else "",
        ),
        Choice(
            text("Next card"),
            NOTHING,
            message=OpenEntry(keys[(at + 1) % len(keys)]),
            blocked=text("This is the last card.") if at == len(keys) - 1 else "",
        ),
        _undo(state),
        Choice(text("Take it out"), NOTHING, DropEntry()),
    )
    groups = [ChoiceGroup("", CHIPS, ways)]
    for field in decks.form(draft, row.key):
        choices = tuple(
            Choice(
                label,
                pick.about,
                message=AlterEntry(pick.change),
                blocked=pick.blocked or _refusal(decks, draft, pick.change),
                chosen=pick.chosen,
                symbol=pick.symbol,
            )
            for pick, label in zip(field.picks, pick_labels(field), strict=True)
        )
        layout = FIELD_LAYOUTS[field.kind]
        groups.append(ChoiceGroup(field.title, layout, choices=choices, value=field.value))
    return tuple(groups)


def _refusal(decks: Decks, draft: Draft, edit: Edit) -> Text:
    """Return why the game refuses an edit, NOTHING where it does not."""
    if edit is None:
        return NOTHING
    try:
        decks.edited(draft, edit)
    except RuleError as fault:
        return sentence(fault.words)
    return NOTHING


# ---- Handlers ----


def _decks(session: Session) -> Decks:
    decks = Decks.of(session.config.game)
    assert decks is not None
    return decks


def on_edit(session: Session, message: EditDeck) -> Result:
    """Open a deck before a race; refused where its text cannot be edited."""
    if Decks.of(session.config.game) is None:
        return refuse(session, CLOSED)
    entry = session.config.deck(message.deck)
    if entry is None:
        return refuse(session, text("There is no deck {deck!r}.", deck=message.deck))
    try:
        draft = _decks(session).read(entry.content, verbatim(entry.key))
    except FormatError as fault:
        return refuse(session, sentence(fault.words))
    return show_page(session, NAME, DeckState(entry.key, draft)), ()


def on_new(session: Session, message: NewDeck) -> Result:
    """Create a deck, whose name is typed first."""
    if Decks.of(session.config.game) is None:
        return refuse(session, CLOSED)
    decks = _decks(session)
    if message.start not in [start.key for start in decks.starts]:
        return refuse(session, text("No deck begins with {start!r}.", start=message.start))
    state = DeckState(free_key(session), decks.begun(message.start), naming=True)
    return _keep_draft(show_page(session, NAME, state), state)


def _keep_draft(session: Session, state: DeckState) -> Result:
    """Keep the present draft."""
    entry = DeckEntry(session.config.game.key, state.key, _decks(session).write(state.draft))
    return show_page(with_entry(session, entry), NAME, state), (KeepDeck(*entry),)


def _show_draft(session: Session, state: DeckState, **otherwise: Any) -> Result:
    return show_page(session, NAME, state._replace(**otherwise)), ()


def on_open(session: Session, state: DeckState, message: OpenEntry) -> Result:
    """Show an existing entry, or all."""
    row = (
        message.row if message.row in [row.key for row in _decks(session).rows(state.draft)] else ""
    )
    return _show_draft(session, state, row=row, naming=False, deleting=False)


def _changing(
    change: Callable[[Decks, DeckState, Any], DeckState],
) -> Callable[[Session, DeckState, Any], Result]:
    """Return the handler for a change of the draft, or its refusal by the game."""

    def on_change(session: Session, state: DeckState, message: Any) -> Result:
        """Keep the changed draft, or refuse the change."""
        try:
            after = change(_decks(session), state, message)
        except RuleError as fault:
            return refuse(session, sentence(fault.words))
        past = (
            (*state.past, state.draft)[-MOST_UNDONE:] if after.draft != state.draft else state.past
        )
        return _keep_draft(session, after._replace(past=past))

    return on_change


def _altered(decks: Decks, state: DeckState, message: AlterEntry) -> DeckState:
    if message.edit is None:
        return state
    return state._replace(draft=decks.edited(state.draft, message.edit))


def _added(decks: Decks, state: DeckState, message: AddEntry) -> DeckState:
    draft, row = decks.added(state.draft)
    return state._replace(draft=draft, row=row, naming=True)


def _dropped(decks: Decks, state: DeckState, message: DropEntry) -> DeckState:
    if state.row:
        return state._replace(draft=decks.removed(state.draft, state.row), row="", naming=False)
    return state


def _named(decks: Decks, state: DeckState, message: GiveName) -> DeckState:
    """Name the deck or its open card.

    On a keyboard with capitals only, capitals stay at the beginning of words.
    """
    name = with_small_letters(message.name)
    if why := name_refusal(name, decks.longest):
        raise RuleError(why)
    draft = (
        decks.renamed(state.draft, state.row, name) if state.row else decks.named(state.draft, name)
    )
    return state._replace(draft=draft, naming=False)


def on_undo(session: Session, state: DeckState, message: UndoEdit) -> Result:
    """Undo the last change; the present entry stays open if it still exists."""
    if not state.past:
        return session, ()
    draft = state.past[-1]
    row = state.row if state.row in [row.key for row in _decks(session).rows(draft)] else ""
    return _keep_draft(session, state._replace(draft=draft, row=row, past=state.past[:-1]))


def on_delete(session: Session, state: DeckState, message: DeleteDeck) -> Result:
    """Delete the deck, but only after the question."""
    if not state.deleting:
        return session, ()
    after = with_usable_deck(without_entry(pop_pages(session, NAME), state.key))
    return after._replace(notice=""), (KeepDeck(session.config.game.key, state.key, ""),)


def on_close(session: Session, state: DeckState) -> Result:
    """Go back to the set-up.

    A chosen deck is played as it is now, or the game's own where it is unfinished.
    """
    after = with_usable_deck(pop_pages(session, NAME))
    lost = session.lobby.setup.deck == state.key != after.lobby.setup.deck
    return after._replace(
        notice=text("The deck is no longer complete, so another one was chosen.") if lost else ""
    ), ()


PAGE: Final = Page(
    deck_view,
    closed=on_close,
    always={EditDeck: Guarded(on_edit, SETTING_UP), NewDeck: Guarded(on_new, SETTING_UP)},
    handlers={
        UndoEdit: on_undo,
        OpenEntry: on_open,
        AlterEntry: _changing(_altered),
        AddEntry: _changing(_added),
        DropEntry: _changing(_dropped),
        GiveName: _changing(_named),
        AskName: lambda session, state, message: _show_draft(session, state, naming=message.on),
        AskDelete: lambda session, state, message: _show_draft(session, state, deleting=message.on),
        DeleteDeck: on_delete,
    },
)
