import { createContext, useCallback, useContext, useState } from 'react';
import * as z from 'zod/mini';

/** The account whose preferences apply, so that users of one browser keep theirs apart. */
export const PreferenceOwner = createContext('anyone');

const schema = z.object({ order: z.array(z.string()), hidden: z.array(z.string()) });
export type ColumnPreferences = z.output<typeof schema>;

interface Defaults {
  order: string[];
  hidden: string[];
}

/** Order and visibility of a table's columns, remembered for each account and table. New columns go last. */
export function useColumnPreferences(tableId: string, defaults: Defaults) {
  const key = `usance.columns.${useContext(PreferenceOwner)}.${tableId}`;
  const [saved, setSaved] = useState(() => read(key));
  const save = useCallback(
    (next: ColumnPreferences) => {
      setSaved(next);
      localStorage.setItem(key, JSON.stringify(next));
    },
    [key],
  );
  const reset = useCallback(() => {
    setSaved(undefined);
    localStorage.removeItem(key);
  }, [key]);
  return { preferences: merge(saved, defaults), save, reset, isDefault: saved === undefined };
}

function merge(saved: ColumnPreferences | undefined, defaults: Defaults): ColumnPreferences {
  if (saved === undefined) return defaults;
  const known = saved.order.filter((id) => defaults.order.includes(id));
  const added = defaults.order.filter((id) => !saved.order.includes(id));
  return {
    order: [...known, ...added],
    hidden: [...saved.hidden, ...added.filter((id) => defaults.hidden.includes(id))],
  };
}

function read(key: string): ColumnPreferences | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
