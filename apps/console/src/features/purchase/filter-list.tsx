import { type RefObject, useLayoutEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import surface from '../../ui/opening/below.module.css';
import { placeBelow } from '../../ui/opening/place-below.ts';
import classes from './filter-list.module.css';

export interface FilterOption {
  value: string;
  label: string;
}

interface FilterListProps {
  id: string;
  label: string;
  /** Below what it stands. */
  field: RefObject<HTMLElement | null>;
  options: readonly FilterOption[];
  chosen: readonly string[];
  /** On which one the keyboard stands. */
  at: string | undefined;
  onPick: (value: string) => void;
}

/** What a filter offers, as long as it is open. The keyboard stays in the field above, which tells where it stands. */
export function FilterList({ id, label, field, options, chosen, at, onPick }: FilterListProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null && field.current !== null) placeBelow(box.current, field.current);
  }, [field]);
  useLayoutEffect(() => {
    if (at !== undefined) document.getElementById(optionId(id, at))?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the list must not take the keyboard from the field
    <div
      ref={box}
      popover="manual"
      className={`${surface.below} ${classes.list}`}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.length === 0 && <p className={classes.nothing}>{m.purchase_filter_nothing()}</p>}
      {options.length > 0 && (
        <div id={id} role="listbox" aria-label={label} aria-multiselectable>
          {options.map(({ value, label: word }) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field above has the focus, as a combobox does
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose it
            <div
              key={value}
              id={optionId(id, value)}
              role="option"
              aria-selected={chosen.includes(value)}
              data-at={value === at || undefined}
              className={classes.option}
              onClick={() => onPick(value)}
            >
              {word}
              {chosen.includes(value) && (
                <svg viewBox="0 0 10 8" width="11" height="9" aria-hidden="true">
                  <path d="m1 4 2.7 2.8L9 1" fill="none" stroke="currentColor" strokeWidth="1.6" />
                </svg>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

export const optionId = (listId: string, value: string) => `${listId}-${value}`;
