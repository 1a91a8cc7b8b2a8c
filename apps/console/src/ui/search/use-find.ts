import { useDeferredValue, useState } from 'react';

interface Find {
  /** What the field shows. */
  typed: string;
  /** What the list is narrowed by; it comes after what is typed. */
  find: string;
  type: (text: string) => void;
  /** Where there is something to take back. */
  clear: (() => void) | undefined;
}

/** Looks for things by what is typed; the address begins it, and follows. */
export function useFind(first: string, onFind: (text: string) => void): Find {
  const [typed, setTyped] = useState(first);
  const find = useDeferredValue(typed);
  const type = (text: string) => {
    setTyped(text);
    onFind(text);
  };
  return { typed, find, type, clear: find === '' ? undefined : () => type('') };
}
