"""The hardware port: readers with slots, handles and lock lights, real or on the screen.

`base` defines the port. Each kind of table is a module with a `SCHEME`, found by `urls`.
`ScreenFallback` wraps tables of real readers and plays seats without a reader on the screen, with
the readers of `virtual`.
"""
