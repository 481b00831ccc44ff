"""Set up USB before it starts: two channels, names, and no drive unless it is asked for.

One channel is for the console, one for the companion. Desktops mount the drive and damage it when
the cable is pulled; hidden it is safe. Hold the service button while the reader starts to see it.
"""

import board
import digitalio
import storage
import supervisor
import usb_cdc
import usb_hid
import usb_midi
from card_reader import pins

# Words for people only: the app finds readers by the vendor number, which stays CircuitPython's
# own.
supervisor.set_usb_identification("Clockwork Derby", "Card reader")
usb_cdc.enable(console=True, data=True)
# There are eight pairs of endpoints; too many devices end in safe mode (hardware facts, section 8).
usb_midi.disable()
usb_hid.disable()

button = digitalio.DigitalInOut(getattr(board, pins.SERVICE))
button.switch_to_input(digitalio.Pull.UP)
# Its pull-up makes it True while nobody holds it.
if button.value:
    storage.disable_usb_drive()
button.deinit()
