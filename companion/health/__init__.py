"""The health of the machine: one framework for the watch during games and for the doctor.

Each of the `checks` examines one thing through a `World` only. `base` finds them by name and runs
them; `watch` repeats some of them and starts late (`late`). `monitored_table` observes the readers,
and `process_facts` passes that to the checks.
"""
