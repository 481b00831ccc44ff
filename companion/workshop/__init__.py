"""The workshop: files made from the plan of the card reader, `hardware/reader.toml`.

`made` returns the content of all of them: firmware pins, table files, wiring diagrams, bill and
power budget, measures for the printed parts. `connections` is the one list of wires, from which
diagrams and lists are drawn. Nothing here writes files.
"""
