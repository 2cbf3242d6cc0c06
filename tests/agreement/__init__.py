"""The engine on its pipe beside the second reading of the rules: every answer must be the same, letter by letter."""
