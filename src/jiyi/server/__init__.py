"""`jiyi serve`: the same verbs for other programs, devices and people. `operations.py` is the table of them all."""
