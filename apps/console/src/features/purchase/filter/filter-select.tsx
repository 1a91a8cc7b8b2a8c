import { type MouseEvent, useId, useRef } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Chevron } from '../../../ui/field/chevron.tsx';
import { type Option, OptionList } from '../../../ui/field/option-list.tsx';
import { fittingOptions, useOptions } from '../../../ui/field/use-options.ts';
import classes from './filter-select.module.css';

interface FilterSelectProps {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  /** A hint of what to type; by default the number of chosen values. */
  placeholder?: string;
  /** Called with the typed text, if others find the options. */
  onType?: (text: string) => void;
  onChange: (chosen: string[]) => void;
}

/**
 * A filter with several values. It shows their number, and chips below show the values. The screen has eight with
 * long lists, so it uses plain elements, and the list exists only while open.
 */
export function FilterSelect({ label, options, chosen, placeholder, onType, onChange }: FilterSelectProps) {
  const fieldId = useId();
  const field = useRef<HTMLDivElement>(null);
  const list = useOptions({
    offer: (typed) => (onType === undefined ? fittingOptions(withChosen(options, chosen), typed) : options),
    onPick: toggle,
  });

  function toggle(value: string) {
    list.untype();
    onType?.('');
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  }
  const actOf = (key: string) =>
    key === 'Backspace' && list.typed === undefined ? () => onChange(chosen.slice(0, -1)) : undefined;

  return (
    <div className={classes.field}>
      <label htmlFor={fieldId} className={classes.label}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens it from the field inside */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to press, for the field inside */}
      <div ref={field} className={classes.box} onClick={list.open} onMouseDown={focusInside}>
        <input
          {...list.field}
          id={fieldId}
          placeholder={placeholder ?? placeholderOf(chosen)}
          data-chosen={chosen.length > 0 || undefined}
          value={list.typed ?? ''}
          onChange={(event) => {
            list.type(event.currentTarget.value);
            onType?.(event.currentTarget.value);
          }}
          onKeyDown={(event) => list.onKeyDown(event, actOf)}
          onBlur={list.close}
        />
        <Chevron />
      </div>
      {list.isOpen && (
        <OptionList
          id={list.listId}
          label={label}
          field={field}
          options={list.offered}
          chosen={chosen}
          isMultiple
          at={list.at}
          onPick={toggle}
        />
      )}
    </div>
  );
}

/** Adds a chosen value from the URL that the range lacks, so that it can be removed. */
function withChosen(options: readonly Option[], chosen: readonly string[]): Option[] {
  const listed = new Set(options.map(({ value }) => value));
  const missing = chosen.filter((value) => !listed.has(value)).map((value) => ({ value, label: value }));
  return [...options, ...missing];
}

/** Returns the placeholder: all, or the number of chosen values. */
function placeholderOf(chosen: readonly string[]): string {
  return chosen.length === 0 ? m.purchase_filter_all() : m.purchase_filter_chosen({ count: chosen.length });
}

function focusInside(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  event.currentTarget.querySelector('input')?.focus();
}
