"""Tests of the environments for learning and search."""
