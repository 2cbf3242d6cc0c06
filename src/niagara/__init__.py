"""The board game Niagara: its rules, its words, its bots and its tables."""
