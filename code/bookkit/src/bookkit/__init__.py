"""What only the building of the book needs: commands, Sphinx extensions, page scripts and styles.

Readers who install :mod:`ideas` do not get this package.
"""
