"""Answers are pieces to put into a master, not modules to import."""

collect_ignore = ["answers"]
