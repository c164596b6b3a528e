"""`python -m jiyi`: the command line where its script is not on the path."""

from __future__ import annotations

from jiyi.cli import app

if __name__ == "__main__":
    app(prog_name="jiyi")
