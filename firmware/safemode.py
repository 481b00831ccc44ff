"""Runs when CircuitPython came up in safe mode, where it would wait for a person: start again where that can help.

Safe mode that somebody asked for stays, and so does one whose cause would be there again. A reader that falls into it again and again stays,
too, until somebody pulls its cable.
"""

import microcontroller
import supervisor
from card_reader import restarts

if restarts.can_pass(
    supervisor.runtime.safe_mode_reason, supervisor.SafeModeReason
) and restarts.may_start(microcontroller.nvm):
    microcontroller.reset()
