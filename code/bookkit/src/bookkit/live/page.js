// Loaded by the first press of Run: the page's cells become editors, joined to one Python.

import { Notebook } from "./notebook.js";

globalThis.bookLive.open = (options) => new Notebook(options);
