"""Run a command of the book with nothing but Python: ``python code/bookkit book``.

The folder is run as a program, so this file may import only the standard library and the
parts of the package that do the same.  It makes the environment and hands over to it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "src"))

from bookkit.bootstrap import main

sys.exit(main(sys.argv[1:]))
