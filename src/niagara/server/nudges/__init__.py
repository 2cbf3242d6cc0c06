"""Nudges: a person who is not at the table is told that it waits for him, by the ways that he has chosen."""
