"""The acceptance run of a table: what is asked of its readers one after another, what was found, and what to repair. Pure.

- `tasks`: what is asked of a reader, and of all lights;
- `run`: the run as a state machine: signals and answers in, the run and deeds out;
- `judging`, `cells`: from what was seen to findings; `repairs`: what they mean, in words;
- `report`: the outcome as values and as JSON.
"""
