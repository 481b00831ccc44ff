"""The form of a combatant that somebody writes: strength, copies by mark, kind, verb and filters, each as choices that propose the combatant otherwise.

Of what an ability can say only that is asked for which something else would be possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from companion.games.corrections import CHOICE, NUMBER, Field, FieldChoice
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
    Filter,
)
from companion.games.diesel.told.abilities import KIND_WORDS, TYPE_WORDS, TYPES_WORDS, WINS
from companion.words import NOTHING, Text, text, verbatim


class Combatant(NamedTuple):
    """A combatant with all its copies: name, strength, how many copies have each of MARKS, and what it does, its ability without a key."""

    name: str
    strength: int = 0
    copies: tuple[int, int, int, int] = (1, 0, 0, 0)
    ability: Ability = NO_ABILITY


class Put(NamedTuple):
    """A combatant of a draft, by its place from 0, otherwise."""

    row: int
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
"""What an ability of each kind and verb says at first."""
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
"""What each verb is called."""
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
"""By field of an ability what it is called, and its values in words."""
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
"""The order in which fields are asked for."""


def fields_of(row: int, one: Combatant) -> tuple[Field, ...]:
    """The form of a combatant, which stands at a place of a draft, from 0."""
    return (_strength(row, one), *_copies(row, one), *_effect(row, one))


def altered(ability: Ability, field: str, value: Any) -> Ability:
    """An ability that says something else in a field; where cards come from decides what else can be said."""
    if field == "source":
        return (
            FIRST[ability.kind, ability.verb]._replace(source=FRONT)
            if value == FRONT
            else ability._replace(source=ASIDE, targets=Filter(), number=ONE)
        )
    if field in TARGETS:
        return ability._replace(targets=ability.targets._replace(**{field: value}))
    changed: Ability = ability._replace(**{field: value})
    # What may be left out is one by choice.
    return changed._replace(may=False) if field == "number" and value != ONE else changed


def _strength(row: int, one: Combatant) -> Field:
    picks = []
    for strength, kind in enumerate(TYPES):
        # The only one of its type is one of its own type.
        ability = one.ability._replace(only=kind) if one.ability.only else one.ability
        label = text("{strength} {type}", strength=strength, type=TYPE_WORDS[kind])
        picks.append(
            FieldChoice(
                label,
                Put(row, one._replace(strength=strength, ability=ability)),
                chosen=strength == one.strength,
            )
        )
    return Field(text("Strength"), CHOICE, tuple(picks))


def _copies(row: int, one: Combatant) -> Iterator[Field]:
    for at, title in enumerate(MARK_WORDS[: len(MARKS)]):
        picks = []
        for by in (-1, 1):
            a, b, c, d = (number + by * (place == at) for place, number in enumerate(one.copies))
            picks.append(FieldChoice(NOTHING, Put(row, one._replace(copies=(a, b, c, d)))))
        yield Field(title, NUMBER, tuple(picks), verbatim(str(one.copies[at])))


def _effect(row: int, one: Combatant) -> Iterator[Field]:
    ability = one.ability

    def pick(label: Text, otherwise: Ability, chosen: bool) -> FieldChoice:
        return FieldChoice(label, Put(row, one._replace(ability=otherwise)), chosen=chosen)

    firsts = {kind: NO_ABILITY if kind == NONE else FIRST[kind, VERBS[kind][0]] for kind in KINDS}
    yield Field(
        text("Kind"),
        CHOICE,
        tuple(
            pick(KIND_WORDS[kind], ability if kind == ability.kind else first, kind == ability.kind)
            for kind, first in firsts.items()
        ),
    )
    verbs = VERBS[ability.kind]
    if len(verbs) > 1:
        picks = tuple(
            pick(
                VERB_WORDS[verb],
                ability if verb == ability.verb else FIRST[ability.kind, verb],
                verb == ability.verb,
            )
            for verb in verbs
        )
        yield Field(text("Effect"), CHOICE, picks)
    asked = FIELDS.get((ability.kind, ability.verb), ())
    for field in (field for field in ORDER if field in asked):
        found = _field(field, one, pick)
        if _is_open(one, found):
            yield found


def _is_open(one: Combatant, field: Field) -> bool:
    """Whether anything else could be chosen."""
    others = [
        pick.change.combatant.ability
        for pick in field.picks
        if pick.change is not None and not (pick.chosen or pick.blocked)
    ]
    return any(other != one.ability and wrong_with(other, one.strength) is None for other in others)


def _field(field: str, one: Combatant, pick: Callable[[Text, Ability, bool], FieldChoice]) -> Field:
    ability = one.ability
    if field in ("least", "most"):
        value = getattr(ability.targets, field)
        title = text("Strength from") if field == "least" else text("Strength up to")
        ways = (
            pick(NOTHING, altered(ability, field, other), False)._replace(
                blocked=NOTHING if 0 <= other <= 4 else END
            )
            for other in (value - 1, value + 1)
        )
        return Field(title, NUMBER, tuple(ways), verbatim(str(value)))
    if field == "types":
        return _several(text("Types"), field, TYPES_WORDS, text("any type"), ability, pick)
    if field == "wins_by":
        return _several(
            text("Wins alone with"),
            field,
            {one: WINS[one] for one in CONDITIONS},
            NOTHING,
            ability,
            pick,
        )
    if field == "only":
        own = TYPES[one.strength]
        choices: tuple[tuple[object, Text], ...] = (
            ("", text("always")),
            (own, text("as the only {type} of this turn", type=TYPE_WORDS[own])),
        )
        title = text("When")
    else:
        title, choices = WORDS[field]
    value = value_of(ability, field)
    return Field(
        title,
        CHOICE,
        tuple(pick(label, altered(ability, field, one), one == value) for one, label in choices),
    )


def _several(
    title: Text,
    field: str,
    words: Mapping[str, Text],
    none: Text,
    ability: Ability,
    pick: Callable[[Text, Ability, bool], FieldChoice],
) -> Field:
    """Any of some words, each put in or taken out by a touch; `none` is the label for none of them, where that means any."""
    chosen = value_of(ability, field)
    assert isinstance(chosen, tuple)
    picks = [pick(none, altered(ability, field, ()), not chosen)] if none else []
    for word, label in words.items():
        # In the order in which they are offered, so that equal abilities are equal.
        after = tuple(one for one in words if (one in chosen) != (one == word))
        picks.append(pick(label, altered(ability, field, after), word in chosen))
    return Field(title, CHOICE, tuple(picks))
