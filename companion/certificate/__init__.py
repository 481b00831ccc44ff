"""The acceptance run of a table: its tasks for each reader, the findings, and the repairs.

Everything here is pure.

- `run`: the tasks for readers and lights, and the run as a state machine from signals and answers
  to the run and its deeds;
- `judging`: findings from the observations;
- `report`: the outcome as values, as JSON and in words, with the repairs;
- `emulated_person`: a person who carries out the tasks at emulated readers.
"""
