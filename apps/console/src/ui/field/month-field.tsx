import { Input, InputBase } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import { Late } from '../late/late.ts';
import { useLate } from '../opening/use-late.ts';
import classes from './month-field.module.css';

export interface MonthFieldProps {
  label: string;
  /** 'YYYY-MM', or null for none. */
  value: string | null;
  onChange: (month: string | null) => void;
}

export interface MonthRangeFieldProps {
  label: string;
  value: readonly [string | null, string | null];
  onChange: (months: [string | null, string | null]) => void;
}

const monthPicker = new Late(() => import('./month-picker.tsx'));

/** One billing month. Months travel as text, so no reader's time zone can move them. The calendar comes when opened. */
export function MonthField(props: MonthFieldProps) {
  const { part, press } = useLate(monthPicker);
  if (part) return <part.MonthPicker {...props} />;
  return (
    <ClosedField
      label={props.label}
      text={props.value ?? ''}
      width={180}
      onOpen={press}
      onClear={() => props.onChange(null)}
    />
  );
}

/** From one billing month to another, both included; either may be open. */
export function MonthRangeField(props: MonthRangeFieldProps) {
  const { part, press } = useLate(monthPicker);
  if (part) return <part.MonthRangePicker {...props} />;
  const [from, to] = props.value;
  return (
    <ClosedField
      label={props.label}
      text={from === null && to === null ? '' : `${from ?? ''} – ${to ?? ''}`}
      width={220}
      onOpen={press}
      onClear={() => props.onChange([null, null])}
    />
  );
}

interface ClosedFieldProps {
  label: string;
  text: string;
  width: number;
  onOpen: () => void;
  onClear: () => void;
}

function ClosedField({ label, text, width, onOpen, onClear }: ClosedFieldProps) {
  return (
    <InputBase
      component="button"
      type="button"
      multiline
      label={label}
      w={width}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={onOpen}
      classNames={{ input: classes.input }}
      __clearSection={<Input.ClearButton aria-label={m.ui_clear_value({ name: label })} onClick={onClear} />}
      __clearable={text !== ''}
    >
      {text === '' ? <Input.Placeholder>{m.ui_any_month()}</Input.Placeholder> : text}
    </InputBase>
  );
}
