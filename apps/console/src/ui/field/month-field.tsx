import { Input, InputBase } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { formatMonth } from '../format/dates.ts';
import { Panel } from '../opening/panel.tsx';
import classes from './month-field.module.css';
import { MonthGrid } from './month-grid.tsx';
import { moveFocus } from './move-focus.ts';

interface MonthFieldProps {
  label: string;
  /** 'YYYY-MM', or null for none. */
  value: string | null;
  onChange: (month: string | null) => void;
}

interface MonthRangeFieldProps {
  label: string;
  value: readonly [string | null, string | null];
  onChange: (months: [string | null, string | null]) => void;
}

/** A field for one billing month. Months are texts, so that no time zone can shift them. */
export function MonthField({ label, value, onChange }: MonthFieldProps) {
  return (
    <Months
      label={label}
      text={monthText(value)}
      width={180}
      chosen={value === null ? [] : [value]}
      onPick={(month) => {
        onChange(month);
        return 'done';
      }}
      onClear={() => onChange(null)}
    />
  );
}

/** A field for two billing months, both included; either may be open. */
export function MonthRangeField({ label, value: [from, to], onChange }: MonthRangeFieldProps) {
  return (
    <Months
      label={label}
      text={rangeText(from, to)}
      width={220}
      chosen={[from, to].filter((month) => month !== null)}
      onPick={(month) => {
        if (from === null || to !== null) {
          onChange([month, null]);
          return 'one more';
        }
        onChange(month < from ? [month, from] : [from, month]);
        return 'done';
      }}
      onClear={() => onChange([null, null])}
    />
  );
}

const monthText = (month: string | null) => (month === null ? '' : formatMonth(month, 'short'));

/** One month is said once; an open end stays open. */
function rangeText(from: string | null, to: string | null): string {
  if (from === to) return monthText(from);
  return `${monthText(from)} – ${monthText(to)}`;
}

interface MonthsProps {
  label: string;
  text: string;
  width: number;
  chosen: readonly string[];
  onPick: (month: string) => 'done' | 'one more';
  onClear: () => void;
}

/** The field, with its months while it is open. */
function Months({ label, text, width, chosen, onPick, onClear }: MonthsProps) {
  const field = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const clear = () => {
    moveFocus(field.current);
    onClear();
  };
  return (
    <>
      <InputBase
        ref={field}
        component="button"
        type="button"
        multiline
        label={label}
        w={width}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        classNames={{ input: classes.input }}
        __clearSection={<Input.ClearButton aria-label={m.ui_clear_value({ name: label })} onClick={clear} />}
        __clearable={text !== ''}
      >
        {text === '' ? <Input.Placeholder>{m.ui_any_month()}</Input.Placeholder> : text}
      </InputBase>
      {isOpen && (
        <Panel label={label} control={field} onClose={close}>
          <MonthGrid chosen={chosen} onPick={(month) => onPick(month) === 'done' && close()} />
        </Panel>
      )}
    </>
  );
}
