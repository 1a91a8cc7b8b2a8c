import { type RefObject, useLayoutEffect, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import surface from '../opening/below.module.css';
import { placeBelow } from '../opening/place-below.ts';
import classes from './option-list.module.css';

export interface Option {
  value: string;
  label: string;
  /** Its heading; options of one group follow each other. */
  group?: string;
  /** True if it cannot be chosen; its label says why. */
  isOff?: boolean;
}

interface OptionListProps {
  id: string;
  label: string;
  /** The field above the list. */
  field: RefObject<HTMLElement | null>;
  options: readonly Option[];
  chosen: readonly string[];
  /** True if several can be chosen. */
  isMultiple: boolean;
  /** The option at the keyboard cursor. */
  at: string | undefined;
  onPick: (value: string) => void;
}

/** The options of an open field. The focus stays in the field, which names the option at the cursor. */
export function OptionList({ id, label, field, options, isMultiple, at, ...choice }: OptionListProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null || field.current === null) return;
    box.current.style.minWidth = `${field.current.offsetWidth}px`;
    placeBelow(box.current, field.current);
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
      {options.length === 0 && <p className={classes.nothing}>{m.ui_nothing_found()}</p>}
      {options.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={label}
          className={classes.options}
          {...(isMultiple && { 'aria-multiselectable': true })}
        >
          {[...Map.groupBy(options, ({ group }) => group)].map(([group, items]) => (
            <OptionGroup key={group ?? ''} label={group}>
              {items.map((option) => (
                <OptionRow key={option.value} id={optionId(id, option.value)} option={option} at={at} {...choice} />
              ))}
            </OptionGroup>
          ))}
        </div>
      )}
    </div>
  );
}

export const optionId = (listId: string, value: string) => `${listId}-${value}`;

function OptionGroup({ label, children }: { label: string | undefined; children: React.ReactNode }) {
  if (label === undefined) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field set: a part of a list box
    <div role="group" aria-label={label}>
      <div className={classes.heading} aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}

interface OptionRowProps extends Pick<OptionListProps, 'chosen' | 'at' | 'onPick'> {
  id: string;
  option: Option;
}

function OptionRow({ id, option: { value, label, isOff = false }, chosen, at, onPick }: OptionRowProps) {
  const isChosen = chosen.includes(value);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field above has the focus, as a combobox does
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose it
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={isOff || undefined}
      data-at={value === at || undefined}
      className={classes.option}
      onClick={() => !isOff && onPick(value)}
    >
      {label}
      {isChosen && (
        <svg viewBox="0 0 10 8" width="11" height="9" aria-hidden="true">
          <path d="m1 4 2.7 2.8L9 1" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      )}
    </div>
  );
}
