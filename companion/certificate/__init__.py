"""The acceptance run of a table: what is asked of its readers one after another, what was found, and what to repair. Pure.

- `run`: what is asked of readers and lights, and the run as a state machine: signals and answers in, the run and deeds out;
- `judging`: from what was seen to findings;
- `report`: the outcome as values, as JSON and in words, with what to repair;
- `emulated`: somebody who does what the run asks for at emulated readers.
"""
