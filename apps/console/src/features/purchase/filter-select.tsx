import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { FilterList, type FilterOption, optionId } from './filter-list.tsx';
import classes from './filter-select.module.css';

interface FilterSelectProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/**
 * Several values of one filter. It says how many are chosen; which ones, the chips below say. Eight stand on the screen
 * and their lists are long, so it is plain elements alone, and the list is there while it is open.
 */
export function FilterSelect({ label, options, chosen, onChange }: FilterSelectProps) {
  const [fieldId, listId] = [useId(), useId()];
  const field = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState<string>();
  const offered = isOpen ? offeredOf(options, chosen, typed) : [];

  function toggle(value: string) {
    setTyped('');
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  }
  function close() {
    setOpen(false);
    setTyped('');
    setAt(undefined);
  }
  function walk(by: 1 | -1) {
    setOpen(true);
    const from = offered.findIndex(({ value }) => value === at);
    const next = from === -1 && by === -1 ? -1 : from + by;
    setAt(offered.at(next % Math.max(1, offered.length))?.value);
  }
  function actOf(key: string): (() => void) | undefined {
    if (key === 'ArrowDown') return () => walk(1);
    if (key === 'ArrowUp') return () => walk(-1);
    if (key === 'Enter') return () => (isOpen && at !== undefined ? toggle(at) : setOpen(true));
    if (key === 'Escape' && isOpen) return close;
    if (key === 'Backspace' && typed === '') return () => onChange(chosen.slice(0, -1));
    return undefined;
  }
  function onKeyDown(event: KeyboardEvent) {
    const act = event.nativeEvent.isComposing ? undefined : actOf(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  return (
    <div className={classes.field}>
      <label htmlFor={fieldId} className={classes.label}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens it from the field inside */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to press, for the field inside */}
      <div ref={field} className={classes.box} onClick={() => setOpen(true)} onMouseDown={focusInside}>
        <input
          id={fieldId}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          {...(offered.length > 0 && { 'aria-controls': listId })}
          {...(at !== undefined && { 'aria-activedescendant': optionId(listId, at) })}
          autoComplete="off"
          placeholder={placeholderOf(chosen)}
          data-chosen={chosen.length > 0 || undefined}
          value={typed}
          onChange={({ currentTarget }) => {
            setOpen(true);
            setTyped(currentTarget.value);
            setAt(undefined);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <svg viewBox="0 0 15 15" width="18" height="18" aria-hidden="true">
          <path d="M5.25 5.75 7.5 3.5l2.25 2.25M5.25 9.25 7.5 11.5l2.25-2.25" fill="none" stroke="currentColor" />
        </svg>
      </div>
      {isOpen && (
        <FilterList id={listId} label={label} field={field} options={offered} chosen={chosen} at={at} onPick={toggle} />
      )}
    </div>
  );
}

/** What fits what is typed. A value from the URL that the range does not have stays listed, so that it can be taken off. */
function offeredOf(options: readonly FilterOption[], chosen: readonly string[], typed: string): FilterOption[] {
  const listed = new Set(options.map(({ value }) => value));
  const missing = chosen.filter((value) => !listed.has(value)).map((value) => ({ value, label: value }));
  const wanted = typed.trim().toLowerCase();
  return [...options, ...missing].filter(({ label }) => label.toLowerCase().includes(wanted));
}

/** What stands where one types: all, or how many are chosen. */
function placeholderOf(chosen: readonly string[]): string {
  return chosen.length === 0 ? m.purchase_filter_all() : m.purchase_filter_chosen({ count: chosen.length });
}

function focusInside(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  event.currentTarget.querySelector('input')?.focus();
}
