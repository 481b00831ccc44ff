"""The hardware port: readers with slots, handles and lock lights, whatever they are made of.

`base` is the port itself; each kind of table is a module with a `SCHEME`, found by `urls`. Kinds with real readers stand in `StandIns`,
which has every seat without one played on the screen, by the readers of `virtual`.
"""
