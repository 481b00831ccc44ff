"""Speech: what a sentence on the screen is when it is said, and voices that say it.

`spoken` turns written words into spoken ones; `voices` makes WAV files of them.
"""
