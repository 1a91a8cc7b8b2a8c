import { useMemo, useState } from 'react';

/** The ids of the shown series; empty means all. */
type Selection = ReadonlySet<string>;

/** Choosing a series shows it alone, and choosing it again shows all. With `add`, it joins or leaves the selection. */
function choose(selection: Selection, id: string, add: boolean): Selection {
  if (!add) return selection.size === 1 && selection.has(id) ? none : new Set([id]);
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

const none: Selection = new Set();

/**
 * The state of a chart and its Legend. Chosen ids that are no longer among the series, as after a regrouping, are
 * ignored.
 */
export function useLegend(series: readonly { readonly id: string }[]) {
  const [chosen, setSelection] = useState<Selection>(none);
  const selection = useMemo(() => new Set(series.map(({ id }) => id).filter((id) => chosen.has(id))), [series, chosen]);
  const [pointed, setHinted] = useState<string>();
  // The hovered series may be removed while the pointer stays.
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
