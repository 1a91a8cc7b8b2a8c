import { type MouseEvent, useId } from 'react';
import { opensOnKey } from '../../ui/opening/opens-on-key.ts';
import classes from './closed-filter-select.module.css';
import { filterPlaceholder } from './filter-placeholder.ts';
import type { FilterSelectProps } from './filter-select.tsx';

type ClosedFilterProps = Pick<FilterSelectProps, 'label' | 'chosen'> & { onOpen: () => void };

/** The filter as it looks before its list has come. Eight stand on the screen, so it is plain elements alone. */
export function ClosedFilter({ label, chosen, onOpen }: ClosedFilterProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens it from the field inside */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to press, for the field inside */}
      <div className={classes.box} onClick={onOpen} onMouseDown={focusInside}>
        <input
          id={id}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          autoComplete="off"
          placeholder={filterPlaceholder(chosen)}
          data-chosen={chosen.length > 0 || undefined}
          value=""
          onChange={onOpen}
          onKeyDown={opensOnKey(onOpen)}
        />
        <svg viewBox="0 0 15 15" width="18" height="18" aria-hidden="true">
          <path d="M5.25 5.75 7.5 3.5l2.25 2.25M5.25 9.25 7.5 11.5l2.25-2.25" fill="none" stroke="currentColor" />
        </svg>
      </div>
    </div>
  );
}

function focusInside(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  event.currentTarget.querySelector('input')?.focus();
}
