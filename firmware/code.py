"""Run the card reader of card_reader; after a fault flicker the light and restart."""

import time

import board
import digitalio
import supervisor

# Otherwise each file copied to the shown drive would restart the application during the copy.
supervisor.runtime.autoreload = False
led = digitalio.DigitalInOut(board.LED)
led.switch_to_output(True)

try:
    from card_reader import box

    box.run(led)
except Exception as fault:
    import traceback

    import microcontroller
    import storage

    traceback.print_exception(fault)
    # In service mode it flickers on, so that the drive stays until the reader is repaired. Two
    # seconds, so that the watchdog, which nobody feeds here and which fires after five, does not
    # interrupt it.
    flickers = 20
    while flickers or storage.getmount("/").readonly:
        flickers = max(0, flickers - 1)
        led.value = not led.value
        time.sleep(0.1)
    microcontroller.reset()
