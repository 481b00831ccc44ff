"""What findings mean and what to do about them, in sentences for whoever holds the screwdriver.

Every kind of `judging` and `cells` has an entry.
"""
from __future__ import annotations

from typing import Final

from companion.certificate.cells import BLIND, EXCHANGED, GLARING, PALE_INK, REVERSED, SHINING, WEAK_CELL
from companion.certificate.judging import (
    HANDLE_CROSSED, HANDLE_MISSING, HANDLE_STUCK, LIGHT_DARK, LIGHT_ELSEWHERE, LIGHT_STUCK, LIGHT_WEAK, LIGHTS_REVERSED, LINK_DAMAGED, LINK_LOST, MARGIN_SMALL,
    NO_CELLS, NOT_TRIED, READER_MISSING, SLOT_WRONG, SLOTS_SWAPPED, Finding,
)

MEANING: Final[dict[str, tuple[str, str]]] = {
    HANDLE_STUCK: (
        "The handle's switch is always closed",
        "See whether the lever presses it at rest; else it is the switch, or its wire touches ground.",
    ),
    HANDLE_MISSING: (
        "The handle's switch never closes",
        "Bend or move the switch until it clicks at the end of the lever's way; then look for its broken wire.",
    ),
    HANDLE_CROSSED: ("Pull and push are exchanged", "Exchange the wires of the two switches."),
    SLOTS_SWAPPED: ("Two slots are exchanged", "Exchange the plugs of the two sensor boards, or the test cards if they lay in the wrong slots."),
    REVERSED: ("The sensors look from right to left", "Turn the order of the eight wires between sensor board and multiplexer round."),
    EXCHANGED: ("Two sensors are exchanged", "Exchange their wires between sensor board and multiplexer."),
    SLOT_WRONG: (
        "The slot does not answer as it should",
        "Try another test card. If it stays so: the sensor board's plug, its supply, the wire of its light, the multiplexer's wires.",
    ),
    MARGIN_SMALL: ("The slot is near its limit", "Clean the sensors and the card, look for light that falls in, and print cards blacker."),
    BLIND: ("A sensor sees nothing", "Look for dirt or tape over it, then for its wire between sensor board and multiplexer."),
    WEAK_CELL: ("A sensor sees less than its neighbours", "Clean it; if that is no help it stands askew or too far away, or its solder joint is bad."),
    SHINING: ("A sensor sees light in the empty slot", "Paint the back of the slot matt black, or look for a wire that touches ground."),
    PALE_INK: ("The printed black is no black in infrared light", "Print the cards with a laser printer or with pigment black ink."),
    GLARING: ("Light of the room shines into the slot", "Turn the reader away from the window or lamp, or print the hood for it."),
    LIGHT_DARK: ("A lock light never burns", "Look at the pixel before it: its data output, then this one's data input and supply."),
    LIGHT_STUCK: ("A lock light never goes out", "Replace the pixel; a plain LED's wire touches the supply."),
    LIGHT_ELSEWHERE: ("A lock light burns in another's place", "Exchange the two lights, or write the order of the strip into the plan."),
    LIGHTS_REVERSED: ("The lock lights burn in reverse order", "Write the order of the strip into the plan, or turn the strip round."),
    LIGHT_WEAK: ("A lock light burns now and then", "Look for a bad joint in its data line; if only many lights at once fail, for thin supply wires."),
    LINK_DAMAGED: ("The cable is noisy", "Take another cable, away from motors and power supplies, and another port of the hub."),
    LINK_LOST: ("The reader was gone for a while", "Take another cable or port; a hub without its own supply cannot feed eight readers."),
    READER_MISSING: ("The reader does not answer", "Look at its cable, then at its own light: clockwork-derby firmware status says what is there."),
    NOT_TRIED: ("Not everything was tried", "Run the certificate again for this reader."),
    NO_CELLS: ("The reader cannot tell its single cells", "Bring its firmware up to date: clockwork-derby firmware install."),
}
"""For each kind of finding what it means, and what to do."""


def sentence(finding: Finding) -> str:
    """The finding in one line, such as "Seat 3, light 2: a lock light never burns."."""
    meaning, _ = MEANING[finding.kind]
    seen = f" ({finding.seen})" if finding.seen else ""
    return f"Seat {finding.seat}, {finding.place}: {meaning[0].lower()}{meaning[1:]}{seen}."


def repair(finding: Finding) -> str:
    """What to do about it.

    KeyError for a kind that there is not.
    """
    return MEANING[finding.kind][1]
