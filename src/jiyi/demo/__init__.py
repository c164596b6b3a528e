"""A conversation of two days, in Chinese and in English, and playing it: what `jiyi demo` shows."""

from jiyi.demo.play import Said, play
from jiyi.demo.script import Line, Script, load

__all__ = ["Line", "Said", "Script", "load", "play"]
