"""What the Makefile's targets do, one script a target; the standard library is all they need."""
