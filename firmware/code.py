"""The card reader. What it does stands in card_reader; here is what happens when that fails: the light flickers, and it starts again."""

import time

import board
import digitalio
import supervisor

# Else each file that is copied onto the shown drive would start the programme anew in the middle of the copying.
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
    # In service mode it flickers on, so that the drive stays until it is mended.
    # Two seconds, so that the watchdog, which is fed by nobody here and bites after five, does not cut it short.
    flickers = 20
    while flickers or storage.getmount("/").readonly:
        flickers = max(0, flickers - 1)
        led.value = not led.value
        time.sleep(0.1)
    microcontroller.reset()
