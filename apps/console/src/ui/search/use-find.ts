import { useDeferredValue, useState } from 'react';

interface Find {
  /** The text in the field. */
  typed: string;
  /** The text that narrows the list; it follows the typed text in idle moments. */
  find: string;
  type: (text: string) => void;
  /** Clears the search; undefined if there is none. */
  clear: (() => void) | undefined;
}

/** Keeps a search text that starts from the URL and updates it. */
export function useFind(first: string, onFind: (text: string) => void): Find {
  const [typed, setTyped] = useState(first);
  const find = useDeferredValue(typed);
  const type = (text: string) => {
    setTyped(text);
    onFind(text);
  };
  return { typed, find, type, clear: find === '' ? undefined : () => type('') };
}
