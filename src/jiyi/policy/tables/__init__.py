"""Rows of words and attributes: data that the policies read. A new attribute, word or language is a line here."""
