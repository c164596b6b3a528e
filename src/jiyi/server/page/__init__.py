"""The page where people see and rule their memory: server-rendered, each view an operation of the one table.

`door.py` lists the paths. Reading works without JavaScript; `static/` holds all that a browser loads.
"""
