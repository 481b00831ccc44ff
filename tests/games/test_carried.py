"""Cards carried out: each instruction in one move, rows and piles as after it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.scene import (
    HAND,
    READER,
    ROW,
    CardMove,
    CardPlace,
    CardRow,
    Face,
    Instruction,
    Pile,
    Scene,
    TableCard,
    scene_after,
)
from companion.words import NOTHING, text

FACES = {key: Face(number, "card", number) for number, key in enumerate("abcdef")}


def scene(*rows: str, pile: str = "", number: int = 3, note: str = "") -> Scene:
    """Return rows of seats from 1 on; a capital letter is a card face down."""
    lying = (
        tuple(TableCard(FACES[key.lower()], key.lower(), key.isupper()) for key in row)
        for row in rows
    )
    notes = text("{note}", note=note) if note else NOTHING
    return Scene(
        rows=tuple(CardRow(seat, cards, note=notes) for seat, cards in enumerate(lying, 1)),
        piles=(Pile("pile", text("Pile"), number, tuple(pile)),),
    )


def instruction_with(*moves: CardMove) -> Instruction:
    """Return an instruction with all these moves."""
    return Instruction(None, text("so"), "", "part", cards=moves)


def row(seat: int) -> CardPlace:
    """Return the place in front of a seat."""
    return CardPlace(ROW, seat)


def lies(found: Scene) -> list[str]:
    """Return rows as letters."""
    return [
        "".join(card.key.upper() if card.down else card.key for card in row.cards)
        for row in found.rows
    ]


def test_two_cards_take_each_others_places() -> None:
    """Swap two cards, in different rows or one."""
    swap = instruction_with(
        CardMove("b", None, row(1), row(2), at=0), CardMove("d", None, row(2), row(1), at=1)
    )
    assert lies(scene_after(scene("abc", "de"), [swap], scene("adc", "be"))) == ["adc", "be"]
    within = instruction_with(
        CardMove("a", None, row(1), row(1), at=2), CardMove("c", None, row(1), row(1), at=0)
    )
    assert lies(scene_after(scene("abc"), [within], scene("cba"))) == ["cba"]


def test_a_card_is_turned_where_it_lies() -> None:
    """Turn a card between its neighbours."""
    assert lies(
        scene_after(
            scene("abc"),
            [instruction_with(CardMove("b", None, row(1), row(1), True))],
            scene("aBc"),
        )
    ) == ["aBc"]


def test_piles_know_what_came_and_went() -> None:
    """Count piles, and their known cards."""
    away = instruction_with(
        CardMove("a", FACES["a"], row(1), CardPlace("pile"), True),
        CardMove("", None, CardPlace(HAND, 2), CardPlace("pile"), True),
    )
    found = scene_after(scene("ab", pile="f", number=1), [away], scene("b"))
    assert (
        lies(found) == ["b"] and found.piles[0].number == 3 and found.piles[0].known == ("f", "a")
    )
    back = scene_after(
        found,
        [instruction_with(CardMove("f", FACES["f"], CardPlace("pile"), row(1), at=0))],
        scene("fb"),
    )
    assert lies(back) == ["fb"] and back.piles[0].number == 2 and back.piles[0].known == ("a",)


def test_what_a_row_comes_to_is_said_where_it_is_known() -> None:
    """Show a row's total before its cards change, and after all of them have."""
    first, last = scene("a", "b", note="old"), scene("acd", "b", note="new")
    script = [
        instruction_with(CardMove(key, FACES[key], CardPlace(READER, 1), row(1))) for key in "cd"
    ]
    assert [
        [str(row.note) for row in scene_after(first, script[:at], last).rows] for at in range(3)
    ] == [["old", "old"], ["", "old"], ["new", "old"]]


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcdef"),
            st.sampled_from(["row 1", "row 2", "pile", "hand"]),
            st.booleans(),
            st.none() | st.integers(0, 9),
        ),
        max_size=12,
    )
)
def test_no_card_is_lost_or_doubled(moves: list[tuple[str, str, bool, int | None]]) -> None:
    """Keep each card in one place after any moves."""
    where = dict.fromkeys("abc", row(1)) | dict.fromkeys("def", row(2))
    script = []
    for key, name, down, at in moves:
        if name == "pile":
            end = CardPlace("pile")
        elif name == "hand":
            end = CardPlace(HAND, 1)
        else:
            end = row(int(name[-1]))
        script.append(instruction_with(CardMove(key, FACES[key], where[key], end, down, at)))
        where[key] = end
    found = scene_after(scene("abc", "def", number=0), script, scene())
    rows = {card.key: row.seat for row in found.rows for card in row.cards}
    assert rows == {key: place.seat for key, place in where.items() if place.where == ROW}
    assert (
        found.piles[0].number
        == len(found.piles[0].known)
        == sum(place.where == "pile" for place in where.values())
    )
