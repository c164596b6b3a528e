"""jiyi (记忆): memory for LLM agents, from one `pip install`, in Chinese and English alike."""

__version__ = "0.1.0"
