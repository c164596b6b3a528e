"""Where things are kept. `opening.open_store` makes one from a path or URL."""
