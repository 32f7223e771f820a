"""Scripts of the site are written by esbuild: one file each, with all that it imports, small."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from sphinx.errors import ExtensionError

from bookkit.node import node, node_package

COMMON = {
    "bundle": True,
    "format": "iife",  # a classic script: modules do not load from disk
    "minify": True,
    "charset": "utf8",
    "target": "es2022",
    "logLevel": "silent",
}


def bundle(what: str, **options: Any) -> None:
    """Let esbuild write what its ``options`` name, such as ``entryPoints`` and ``outfile``.

    ``what`` begins the sentence that is raised where a script cannot be written.
    """
    esbuild = str(node_package("esbuild") / "lib" / "main.js")
    program = f"require({json.dumps(esbuild)}).buildSync({json.dumps(COMMON | options)})"
    done = subprocess.run([node(), "-e", program], text=True, capture_output=True)
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "rror" in line), done.stderr)
        raise ExtensionError(f"{what} could not be bundled: {reason.strip()}")
