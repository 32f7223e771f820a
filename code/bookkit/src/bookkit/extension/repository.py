"""The repository's address, set in one place: ``repository: url:`` in ``_config.yml``.

The variable ``BOOK_REPOSITORY`` overrides it (an address, or ``owner/name`` on GitHub), so that
a fork's own workflow points at the fork.  The address of the published site follows from it,
unless ``BOOK_SITE`` says otherwise.  Where neither is set, links that would lead nowhere are
left out.
"""

from __future__ import annotations

import os
import re
from urllib.parse import urlparse

from sphinx.application import Sphinx
from sphinx.config import Config

GITHUB = re.compile(r"https://github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?/?")


def setup(app: Sphinx) -> None:
    """Work out the addresses before the theme reads them."""
    app.connect("config-inited", _set_addresses, priority=100)


def repository_address(configured: str) -> str:
    """Return the repository's address, or an empty string where none is set.

    >>> os.environ.pop("BOOK_REPOSITORY", None) and None
    >>> repository_address("https://github.com/ada/notes")
    'https://github.com/ada/notes'
    """
    address = os.environ.get("BOOK_REPOSITORY") or configured or ""
    if re.fullmatch(r"[\w.-]+/[\w.-]+", address):
        address = f"https://github.com/{address}"
    return address.rstrip("/")


def site_address(repository: str) -> str:
    """Return where GitHub Pages publishes a repository, with a slash at the end.

    >>> os.environ.pop("BOOK_SITE", None) and None
    >>> site_address("https://github.com/Ada/notes")
    'https://ada.github.io/notes/'
    >>> site_address("https://github.com/Ada/ada.github.io")
    'https://ada.github.io/'
    >>> site_address("")
    ''
    """
    if os.environ.get("BOOK_SITE"):
        return os.environ["BOOK_SITE"].rstrip("/") + "/"
    found = GITHUB.fullmatch(repository)
    if found is None:
        return ""
    owner, name = found.group(1).lower(), found.group(2)
    host = f"{owner}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def _set_addresses(app: Sphinx, config: Config) -> None:
    options = config.html_theme_options
    repository = repository_address(options.get("repository_url", ""))
    site = site_address(repository)
    options["repository_url"] = repository
    for button in ("use_repository_button", "use_issues_button"):
        options[button] = bool(repository)
    config.html_baseurl = site
    config.notfound_urls_prefix = urlparse(site).path or "/"
