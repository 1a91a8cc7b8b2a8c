import { useState } from 'react';

/** Which series are shown: none chosen means all. */
export type Selection = ReadonlySet<string>;

/** Choosing one shows it alone, and choosing it again shows all; with `add` it joins or leaves those already chosen. */
export function choose(selection: Selection, name: string, add: boolean): Selection {
  if (!add) return selection.size === 1 && selection.has(name) ? none : new Set([name]);
  const next = new Set(selection);
  if (!next.delete(name)) next.add(name);
  return next;
}

const none: Selection = new Set();

/** The state behind a chart and its Legend. */
export function useLegend() {
  const [selection, setSelection] = useState<Selection>(none);
  const [hinted, setHinted] = useState<string>();
  return {
    selection,
    hinted,
    hint: setHinted,
    choose: (name: string, add: boolean) => setSelection((before) => choose(before, name, add)),
    showAll: () => setSelection(none),
    isShown: (name: string) => selection.size === 0 || selection.has(name),
  };
}

export type LegendState = ReturnType<typeof useLegend>;
