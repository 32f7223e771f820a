# Each target is one call of Python; without make, type: python code/bookkit book
PYTHON ?= python3

.PHONY: book test serve bench setup clean help
.DEFAULT_GOAL := help

book test serve bench setup clean help:
	@$(PYTHON) code/bookkit $@
