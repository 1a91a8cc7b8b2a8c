import { useMemo, useState } from 'react';

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

/** The state behind a chart and its Legend. What was chosen among other series, as before a regrouping, chooses nothing. */
export function useLegend(series: readonly { readonly id: string }[]) {
  const [chosen, setSelection] = useState<Selection>(none);
  const selection = useMemo(() => new Set(series.map(({ id }) => id).filter((id) => chosen.has(id))), [series, chosen]);
  const [pointed, setHinted] = useState<string>();
  // What is pointed at may go while the pointer stays.
  const hinted = series.some(({ id }) => id === pointed) ? pointed : undefined;
  return {
    selection,
    hinted,
    hint: setHinted,
    choose: (id: string, add: boolean) => setSelection(choose(selection, id, add)),
    showAll: () => setSelection(none),
    isShown: (id: string) => selection.size === 0 || selection.has(id),
  };
}

export type LegendState = ReturnType<typeof useLegend>;
