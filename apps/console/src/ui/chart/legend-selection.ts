import { useState } from 'react';

/** Which series are shown, by id: none chosen means all. */
type Selection = ReadonlySet<string>;

/** Choosing one shows it alone, and choosing it again shows all; with `add` it joins or leaves those already chosen. */
function choose(selection: Selection, id: string, add: boolean): Selection {
  if (!add) return selection.size === 1 && selection.has(id) ? none : new Set([id]);
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
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
    choose: (id: string, add: boolean) => setSelection((before) => choose(before, id, add)),
    showAll: () => setSelection(none),
    isShown: (id: string) => selection.size === 0 || selection.has(id),
  };
}

export type LegendState = ReturnType<typeof useLegend>;
