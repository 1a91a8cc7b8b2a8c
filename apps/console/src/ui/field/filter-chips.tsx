import { Button } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { IconX } from '../icon/icons.tsx';
import classes from './filter-chips.module.css';
import { moveFocus } from './move-focus.ts';

export interface FilterChip {
  /** Its search parameter. */
  key: string;
  name: string;
  value: string;
}

interface FilterChipsProps {
  chips: readonly FilterChip[];
  onRemove: (key: string) => void;
  onClear: () => void;
}

/** The active filters of a list, each removable by itself. Renders nothing without filters. */
export function FilterChips({ chips, onRemove, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={m.ui_filters()}>
      {chips.map(({ key, name, value }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.chip}
            onClick={({ currentTarget }) => {
              moveFocus(chipBeside(currentTarget));
              onRemove(key);
            }}
            aria-label={m.ui_remove_filter({ name, value })}
          >
            <span className={classes.name}>{name}</span> {value}
            <IconX size={13} aria-hidden="true" data-screen-only />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li data-screen-only>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              moveFocus(undefined);
              onClear();
            }}
          >
            {m.ui_clear_all()}
          </Button>
        </li>
      )}
    </ul>
  );
}

function chipBeside(chip: Element): Element | null | undefined {
  const item = chip.closest('li');
  const chipIn = (other: Element | null | undefined) => other?.querySelector(`.${classes.chip}`);
  return chipIn(item?.nextElementSibling) ?? chipIn(item?.previousElementSibling);
}
