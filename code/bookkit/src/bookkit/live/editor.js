// One editor: CodeMirror, in the colours of the page.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const KEYS = "Shift and Enter runs it. Escape, then Tab, leaves it.";

export const editor = ({ parent, text, label, onRun, onChange }) => {
  const run = () => {
    onRun();
    return true;
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        EditorView.lineWrapping,
        python(),
        syntaxHighlighting(classHighlighter),
        keymap.of([
          { key: "Shift-Enter", run },
          { key: "Mod-Enter", run },
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({
          "aria-label": `${label}, editable Python. ${KEYS}`,
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
};

export const setText = (view, text) =>
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
