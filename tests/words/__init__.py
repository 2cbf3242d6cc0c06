"""Sentences from the Fluent file: each is there, and gets the arguments that it needs."""
