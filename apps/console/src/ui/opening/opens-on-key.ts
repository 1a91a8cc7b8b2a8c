import type { KeyboardEvent } from 'react';

/** The keys that open a list of choices. */
export function opensOnKey(open: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return;
    event.preventDefault();
    open();
  };
}
