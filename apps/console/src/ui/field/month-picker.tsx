import { MonthPickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn.js';
import { m } from '../../paraglide/messages.js';
import { localeTag } from '../format/locale.ts';
import { usePressOnArrival } from '../opening/use-press-on-arrival.ts';
import type { MonthFieldProps, MonthRangeFieldProps } from './month-field.tsx';

/** The field with its months. */
export function MonthPicker({ label, value, onChange }: MonthFieldProps) {
  const field = usePressOnArrival<HTMLButtonElement>();
  return (
    <MonthPickerInput
      ref={field}
      label={label}
      popoverProps={namedAs(label)}
      placeholder={m.ui_any_month()}
      value={dayOf(value)}
      onChange={(day) => onChange(monthOf(day))}
      valueFormat="YYYY-MM"
      w={180}
      locale={localeTag().toLowerCase()}
      clearable
      clearButtonProps={{ 'aria-label': m.ui_clear_value({ name: label }) }}
    />
  );
}

/** The field of two months with its months. */
export function MonthRangePicker({ label, value, onChange }: MonthRangeFieldProps) {
  const field = usePressOnArrival<HTMLButtonElement>();
  return (
    <MonthPickerInput
      ref={field}
      type="range"
      label={label}
      popoverProps={namedAs(label)}
      placeholder={m.ui_any_month()}
      value={[dayOf(value[0]), dayOf(value[1])]}
      onChange={([from, to]) => onChange([monthOf(from), monthOf(to)])}
      valueFormat="YYYY-MM"
      locale={localeTag().toLowerCase()}
      w={220}
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': m.ui_clear_value({ name: label }) }}
    />
  );
}

/** The months that open are called as their field is. */
function namedAs(label: string) {
  return { attributes: { dropdown: { 'aria-label': label, 'aria-labelledby': undefined } } };
}

function dayOf(month: string | null): string | null {
  return month === null ? null : `${month}-01`;
}

function monthOf(day: string | null): string | null {
  return day === null ? null : day.slice(0, 7);
}
