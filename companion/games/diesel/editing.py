"""Writing decks: combatants with name and strength, and the form of each with verb and filters.

A draft has each combatant once, with its number of copies. Its effects are always valid
(`effects`), so that only numbers of cards can be wrong. A choice that would make an effect invalid
is refused in words.

Each choice proposes the changed combatant. A field is shown only if it has another valid choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.errors import RuleError
from companion.games.corrections import Field, FieldChoice
from companion.games.decks import Decks, DeckStart, DraftRow
from companion.games.diesel.deck_file import (
    BY_MARK,
    LONGEST_CARD,
    card_id,
    house_abilities,
    house_deck,
    name_fault,
    parse_deck,
    write_deck,
)
from companion.games.diesel.effects import FIELDS, TARGETS, value_of, wrong_with
from companion.games.diesel.engine.cards import (
    ALL,
    ANY,
    ASIDE,
    CONDITIONS,
    COPY,
    DERBY,
    DISCARD,
    EACH,
    EVERY_TYPE,
    FRONT,
    GAIN,
    HIGHEST,
    HOW_MANY,
    INSTANT,
    KINDS,
    LOOK,
    LOWEST,
    MARKS,
    MOST_COMBATANTS,
    NO_ABILITY,
    NONE,
    ONE,
    ONGOING,
    OTHERS,
    OWN,
    OWNER,
    SAFE,
    STAND_IN,
    SWAP,
    TURN,
    TURN_DOWN,
    TYPES,
    VERBS,
    WEAKEN,
    WIN,
    Ability,
    Card,
    Deck,
    Filter,
)
from companion.games.diesel.narration.abilities import (
    KIND_WORDS,
    TYPE_WORDS,
    TYPES_WORDS,
    WINS,
    ability_full,
    ability_short,
)
from companion.games.kit.edit import counted, one_of, several_of
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, sentence, text


class Combatant(NamedTuple):
    """A combatant with all its copies."""

    name: str
    strength: int = 0
    copies: tuple[int, int, int, int] = (1, 0, 0, 0)
    """The number of copies with each of MARKS."""
    ability: Ability = NO_ABILITY
    """Its ability, without a key."""


class Put(NamedTuple):
    """A change of a combatant in a draft."""

    row: int
    """Its place, from 0."""
    combatant: Combatant


FIRST: Final[Mapping[tuple[str, str], Ability]] = {
    (INSTANT, DISCARD): Ability("", INSTANT, DISCARD),
    (INSTANT, GAIN): Ability("", INSTANT, GAIN, Filter(whose=OTHERS)),
    (INSTANT, SWAP): Ability("", INSTANT, SWAP, Filter(whose=OTHERS)),
    (INSTANT, TURN_DOWN): Ability("", INSTANT, TURN_DOWN, Filter(up=True)),
    (INSTANT, LOOK): Ability("", INSTANT, LOOK, source=ASIDE),
    (INSTANT, COPY): Ability("", INSTANT, COPY, Filter(up=True, deployed=True, others=True)),
    (TURN, GAIN): Ability("", TURN, GAIN),
    (ONGOING, EVERY_TYPE): Ability("", ONGOING, EVERY_TYPE),
    (ONGOING, STAND_IN): Ability("", ONGOING, STAND_IN),
    (ONGOING, SAFE): Ability("", ONGOING, SAFE),
    (DERBY, WIN): Ability("", DERBY, WIN, wins_by=(MOST_COMBATANTS,)),
    (DERBY, WEAKEN): Ability("", DERBY, WEAKEN, Filter(whose=OWN, up=True, others=True)),
}
"""The first ability that is offered for each kind and verb."""
VERB_WORDS: Final[Mapping[str, Text]] = {
    DISCARD: text("discard"),
    GAIN: text("gain"),
    SWAP: text("swap"),
    TURN_DOWN: text("turn face down"),
    LOOK: text("look at"),
    COPY: text("copy"),
    EVERY_TYPE: text("is every type"),
    STAND_IN: text("is hit instead"),
    SAFE: text("cannot be taken"),
    WIN: text("win if"),
    WEAKEN: text("count 2 less"),
}
"""The names of the verbs."""
MARK_WORDS: Final = (
    text("Copies for all"),
    text("Copies with 4+"),
    text("Copies with 5+"),
    text("Copies with 6+"),
)
WORDS: Final[Mapping[str, tuple[Text, tuple[tuple[object, Text], ...]]]] = {
    "number": (
        text("Number"),
        (
            (ONE, text("one, by choice")),
            (ALL, text("all of them")),
            (EACH, text("one of each player")),
        ),
    ),
    "whose": (
        text("Owner"),
        ((ANY, text("anybody’s")), (OWN, text("your own")), (OTHERS, text("other players’"))),
    ),
    "extreme": (
        text("Of these"),
        (("", text("any")), (LOWEST, text("the weakest")), (HIGHEST, text("the strongest"))),
    ),
    "deployed": (text("Deployed"), ((False, text("in any turn")), (True, text("in this turn")))),
    "up": (text("Side"), ((False, text("either way")), (True, text("face up")))),
    "others": (
        text("The card itself"),
        ((False, text("may be among them")), (True, text("is not among them"))),
    ),
    "source": (
        text("From where"),
        ((FRONT, text("in front of players")), (ASIDE, text("the pile aside"))),
    ),
    "may": (text("Must or may"), ((False, text("must")), (True, text("may")))),
}
"""The name and the values of each field of an ability, in words."""
END: Final = text("Strengths are 0 to 4.")
ORDER: Final = (
    "source",
    "number",
    "whose",
    "least",
    "most",
    "types",
    "extreme",
    "deployed",
    "up",
    "others",
    "may",
    "only",
    "wins_by",
)
"""The order of the fields."""


def altered(ability: Ability, field: str, value: Any) -> Ability:
    """Return an ability with another value in a field, which decides the class of the value.

    The source of cards decides which other fields it can set.
    """
    if field == "source":
        if value == FRONT:
            return FIRST[ability.kind, ability.verb]._replace(source=FRONT)
        return ability._replace(source=ASIDE, targets=Filter(), number=ONE)
    if field in TARGETS:
        return ability._replace(targets=ability.targets._replace(**{field: value}))
    changed: Ability = ability._replace(**{field: value})
    # Only a choice of one card can be optional.
    return changed._replace(may=False) if field == "number" and value != ONE else changed


def _strength(row: int, one: Combatant) -> Field:
    def put(strength: int) -> Put:
        # The only one of its type belongs to its own type.
        only = TYPES[strength] if one.ability.only else ""
        ability = one.ability._replace(only=only)
        return Put(row, one._replace(strength=strength, ability=ability))

    labels = (
        (strength, text("{strength} {type}", strength=strength, type=TYPE_WORDS[kind]))
        for strength, kind in enumerate(TYPES)
    )
    return one_of(text("Strength"), labels, one.strength, put)


def _copies(row: int, one: Combatant) -> Iterator[Field]:
    for at, title in enumerate(MARK_WORDS[: len(MARKS)]):

        def put(number: int, at: int = at) -> Put:
            a, b, c, d = (number if at == here else other for here, other in enumerate(one.copies))
            return Put(row, one._replace(copies=(a, b, c, d)))

        yield counted(title, one.copies[at], put)


def _effect(row: int, one: Combatant) -> Iterator[Field]:
    ability = one.ability

    def put(after: Ability) -> Put:
        return Put(row, one._replace(ability=after))

    def put_kind(kind: str) -> Put:
        if kind == ability.kind:
            return put(ability)
        return put(NO_ABILITY if kind == NONE else FIRST[kind, VERBS[kind][0]])

    def put_verb(verb: str) -> Put:
        return put(ability if verb == ability.verb else FIRST[ability.kind, verb])

    kinds = ((kind, KIND_WORDS[kind]) for kind in KINDS)
    yield one_of(text("Kind"), kinds, ability.kind, put_kind)
    verbs = VERBS[ability.kind]
    if len(verbs) > 1:
        labels = ((verb, VERB_WORDS[verb]) for verb in verbs)
        yield one_of(text("Effect"), labels, ability.verb, put_verb)
    asked = FIELDS.get((ability.kind, ability.verb), ())
    for field in (field for field in ORDER if field in asked):
        found = _field(field, one, put)
        others = [
            pick.change.combatant.ability
            for pick in found.picks
            if isinstance(pick.change, Put) and not (pick.chosen or pick.blocked)
        ]
        # A field is shown if it has another valid choice.
        if any(other != ability and wrong_with(other, one.strength) is None for other in others):
            yield found


def _field(field: str, one: Combatant, put: Callable[[Ability], Put]) -> Field:
    ability, value = one.ability, value_of(one.ability, field)

    def change(after: object) -> Put:
        return put(altered(ability, field, after))

    if field in ("least", "most"):
        assert isinstance(value, int)
        title = text("Strength from") if field == "least" else text("Strength up to")
        found = counted(title, value, change)
        ends = zip(found.picks, (value - 1, value + 1), strict=True)
        return found._replace(
            picks=tuple(
                pick._replace(blocked=NOTHING if 0 <= other <= 4 else END) for pick, other in ends
            )
        )
    if field in ("types", "wins_by"):
        assert isinstance(value, tuple)
        if field == "wins_by":
            wins = ((one, WINS[one]) for one in CONDITIONS)
            return several_of(text("Wins alone with"), wins, value, change)
        found = several_of(text("Types"), TYPES_WORDS.items(), value, change)
        # None of them means any.
        any_type = FieldChoice(text("any type"), change(()), chosen=not value)
        return found._replace(picks=(any_type, *found.picks))
    if field == "only":
        own = TYPES[one.strength]
        only = text("as the only {type} of this turn", type=TYPE_WORDS[own])
        return one_of(text("When"), (("", text("always")), (own, only)), value, change)
    title, choices = WORDS[field]
    return one_of(title, choices, value, change)


HOUSE_COPY, EMPTY = "copy", "empty"
"""The keys of the possible starts of a new deck."""


class Draft(NamedTuple):
    """A deck that is being written."""

    name: str
    combatants: tuple[Combatant, ...] = ()
    """The combatants, in deck order."""


class DieselDecks(Decks[Draft, Put]):
    """Writing of decks with 52 combatants."""

    starts: tuple[DeckStart, ...] = (
        DeckStart(HOUSE_COPY, text("From the house set"), text("Change its cards one by one.")),
        DeckStart(EMPTY, text("From nothing"), text("Enter every card yourself.")),
    )
    longest: int = LONGEST_CARD

    def begun(self, start: str) -> Draft:
        """Return a draft with all of the house set, or without cards."""
        if start == HOUSE_COPY:
            return _draft(house_deck())._replace(name="My deck")
        return Draft("My deck")

    def read(self, content: str, source: Text | str) -> Draft:
        """Return the draft in a deck file, which can have any number of cards."""
        return _draft(parse_deck(content, str(source), whole=False))

    def write(self, draft: Draft) -> str:
        return write_deck(Deck(draft.name, OWNER, tuple(_cards(draft))))

    def name(self, draft: Draft) -> str:
        return draft.name

    def named(self, draft: Draft, name: str) -> Draft:
        """Return the draft with another name, which must not be empty."""
        if not name.strip():
            raise RuleError(text("a deck needs a name"))
        return draft._replace(name=name.strip())

    def rows(self, draft: Draft) -> tuple[DraftRow, ...]:
        """Return a row for each combatant."""
        return tuple(
            DraftRow(
                str(at),
                one.name,
                count(
                    "{strength} {type}, {number} card: {does}",
                    "{strength} {type}, {number} cards: {does}",
                    sum(one.copies),
                    strength=one.strength,
                    type=TYPE_WORDS[TYPES[one.strength]],
                    does=ability_short(one.ability),
                ),
                full=ability_full(one.ability),
            )
            for at, one in enumerate(draft.combatants)
        )

    def wrong(self, draft: Draft) -> tuple[Text, ...]:
        """Return how many cards are missing or too many, by strength and by mark (DD02, DD03)."""
        wrong: list[Text] = []
        for strength, right in enumerate(HOW_MANY):
            found = sum(sum(one.copies) for one in draft.combatants if one.strength == strength)
            if found != right:
                wrong.append(
                    text(
                        "{number} of {right} cards with strength {strength}",
                        number=found,
                        right=right,
                        strength=strength,
                    )
                )
        for at, (mark, right) in enumerate(zip(MARKS, BY_MARK, strict=True)):
            found = sum(one.copies[at] for one in draft.combatants)
            if found != right and mark:
                wrong.append(
                    text(
                        "{number} of {right} cards with the mark {mark}",
                        number=found,
                        right=right,
                        mark=mark,
                    )
                )
            elif found != right:
                wrong.append(
                    text("{number} of {right} cards without a mark", number=found, right=right)
                )
        return tuple(map(sentence, wrong))

    def form(self, draft: Draft, row: str) -> tuple[Field, ...]:
        """Return the fields for strength, copies and effect."""
        at, one = int(row), draft.combatants[int(row)]
        return (_strength(at, one), *_copies(at, one), *_effect(at, one))

    def edited(self, draft: Draft, edit: Put) -> Draft:
        """Return the draft with a changed combatant, whose effect must be valid."""
        one = edit.combatant
        if edit.row not in range(len(draft.combatants)):
            raise RuleError(text("this card no longer exists"))
        if any(number < 0 for number in one.copies):
            raise RuleError(text("a card has at least one copy"))
        if not any(one.copies):
            raise RuleError(text("this is the last copy: take the card out instead"))
        if any(number > most for number, most in zip(one.copies, BY_MARK, strict=True)):
            raise RuleError(text("there are no more cards with this mark"))
        wrong = wrong_with(one.ability, one.strength)
        if wrong is not None:
            raise RuleError(
                text(
                    "that would be {found}; possible here: {expected}",
                    found=wrong.found,
                    expected=wrong.expected,
                )
            )
        return _with(draft, edit.row, one)

    def renamed(self, draft: Draft, row: str, name: str) -> Draft:
        """Return the draft with another name for a combatant.

        Names are plain words that differ in more than case and blanks.
        """
        wrong = name_fault(name)
        if wrong is not None:
            raise RuleError(
                text(
                    "a name has at most {most} characters: letters, digits and - ' . with one "
                    "space between words",
                    most=LONGEST_CARD,
                )
            )
        if any(
            card_id(other.name) == card_id(name)
            for at, other in enumerate(draft.combatants)
            if at != int(row)
        ):
            raise RuleError(text("another card is called {name} already", name=name))
        return _with(draft, int(row), draft.combatants[int(row)]._replace(name=name))

    def added(self, draft: Draft) -> tuple[Draft, str]:
        """Return the draft with a new combatant at the end, with an unused name."""
        taken = {card_id(one.name) for one in draft.combatants}
        name = next(
            name
            for number in range(1, len(taken) + 2)
            if card_id(name := f"Card {number}") not in taken
        )
        return draft._replace(combatants=(*draft.combatants, Combatant(name))), str(
            len(draft.combatants)
        )

    def removed(self, draft: Draft, row: str) -> Draft:
        """Return the draft without a combatant and all its copies."""
        return draft._replace(
            combatants=tuple(one for at, one in enumerate(draft.combatants) if at != int(row))
        )


def _with(draft: Draft, row: int, combatant: Combatant) -> Draft:
    return draft._replace(
        combatants=(*draft.combatants[:row], combatant, *draft.combatants[row + 1 :])
    )


# ---- Decks and drafts ----------------------------------------------------------------------------


def _draft(deck: Deck) -> Draft:
    """Return the draft of a deck: each name once, where its first copy is, without keys."""
    combatants = []
    for name in dict.fromkeys(card.name for card in deck.cards):
        cards = [card for card in deck.cards if card.name == name]
        marks = [card.mark for card in cards]
        one, two, three, four = (marks.count(mark) for mark in MARKS)
        copies = (one, two, three, four)
        combatants.append(Combatant(name, cards[0].strength, copies, _keyless(cards[0].ability)))
    return Draft(deck.name, tuple(combatants))


def _keyless(ability: Ability) -> Ability:
    return ability if ability.kind == NONE else ability._replace(key="")


def _cards(draft: Draft) -> Iterator[Card]:
    """Yield a card for each copy, in the order of the marks.

    The key of an ability is that of an equal ability of the house set, else made from the name.
    """
    house = {
        _keyless(ability): key
        for key, ability in house_abilities().items()
        if ability != NO_ABILITY
    }
    taken = {*house_abilities()}
    for one in draft.combatants:
        key = house.get(one.ability, "")
        if not key:
            stem = re.sub(r"[^a-z0-9]+", "_", one.name.lower()).strip("_")[:30]
            stem = stem if stem[:1].isalpha() else f"card_{stem}".strip("_")
            key = next(
                free
                for number in range(1, len(taken) + 2)
                if (free := stem if number == 1 else f"{stem}_{number}") not in taken
            )
            taken.add(key)
        ability = one.ability if one.ability.kind == NONE else one.ability._replace(key=key)
        marks = (
            mark for mark, number in zip(MARKS, one.copies, strict=True) for _ in range(number)
        )
        for copy, mark in enumerate(marks, 1):
            yield Card(card_id(one.name, copy), one.name, one.strength, ability, mark, OWNER)
