"""Every rule of Niagara by an example, and by all of them together in random games."""
