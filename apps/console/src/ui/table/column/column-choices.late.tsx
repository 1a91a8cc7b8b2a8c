import { Button } from '@mantine/core';
import * as m from '../../../i18n/messages.gen.ts';
import { IconChevronDown, IconChevronUp } from '../../icon/icons.tsx';
import classes from './column-choices.module.css';
import type { ColumnPreferences } from './column-preferences.ts';

export interface ColumnChoicesProps {
  /** All columns except the first, which names the row and can neither hide nor move. */
  columns: ReadonlyArray<{ id: string; header: string }>;
  preferences: ColumnPreferences;
  isDefault: boolean;
  onChange: (next: ColumnPreferences) => void;
  onReset: () => void;
}

/** Shows, hides and moves columns with buttons, without dragging. */
export function ColumnChoices({ columns, preferences, isDefault, onChange, onReset }: ColumnChoicesProps) {
  const headers = new Map(columns.map(({ id, header }) => [id, header]));
  const movable = preferences.order.filter((id) => headers.has(id));

  function toggle(id: string) {
    const hidden = preferences.hidden.includes(id)
      ? preferences.hidden.filter((other) => other !== id)
      : [...preferences.hidden, id];
    onChange({ ...preferences, hidden });
  }

  function move(id: string, by: -1 | 1) {
    const next = [...movable];
    const at = next.indexOf(id);
    next.splice(at, 1);
    next.splice(at + by, 0, id);
    onChange({ ...preferences, order: [...preferences.order.filter((other) => !headers.has(other)), ...next] });
  }

  return (
    <>
      <ul className={classes.picker}>
        {movable.map((id, index) => {
          const header = headers.get(id) ?? id;
          return (
            <li key={id} className={classes.row}>
              <label className={classes.name}>
                <input type="checkbox" checked={!preferences.hidden.includes(id)} onChange={() => toggle(id)} />
                {header}
              </label>
              <button
                type="button"
                className={classes.move}
                disabled={index === 0}
                onClick={() => move(id, -1)}
                aria-label={m.ui_move_up({ name: header })}
              >
                <IconChevronUp size={15} />
              </button>
              <button
                type="button"
                className={classes.move}
                disabled={index === movable.length - 1}
                onClick={() => move(id, 1)}
                aria-label={m.ui_move_down({ name: header })}
              >
                <IconChevronDown size={15} />
              </button>
            </li>
          );
        })}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={onReset} disabled={isDefault}>
        {m.ui_reset()}
      </Button>
    </>
  );
}
