import { MonthPickerInput } from '@mantine/dates';
import 'dayjs/locale/zh-cn.js';
import { m } from '../../paraglide/messages.js';
import { localeTag } from '../format/locale.ts';

interface MonthFieldProps {
  label: string;
  /** 'YYYY-MM', or null for none. */
  value: string | null;
  onChange: (month: string | null) => void;
}

/** One billing month. Months travel as text, so no reader's time zone can move them. */
export function MonthField({ label, value, onChange }: MonthFieldProps) {
  return (
    <MonthPickerInput
      label={label}
      placeholder={m.ui_any_month()}
      value={value === null ? null : `${value}-01`}
      onChange={(day) => onChange(day === null ? null : day.slice(0, 7))}
      valueFormat="YYYY-MM"
      w={180}
      locale={localeTag().toLowerCase()}
      clearable
      clearButtonProps={{ 'aria-label': m.ui_clear_value({ name: label }) }}
    />
  );
}

interface MonthRangeFieldProps {
  label: string;
  value: readonly [string | null, string | null];
  onChange: (months: [string | null, string | null]) => void;
}

/** From one billing month to another, both included; either may be open. */
export function MonthRangeField({ label, value, onChange }: MonthRangeFieldProps) {
  return (
    <MonthPickerInput
      type="range"
      label={label}
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

function dayOf(month: string | null): string | null {
  return month === null ? null : `${month}-01`;
}

function monthOf(day: string | null): string | null {
  return day === null ? null : day.slice(0, 7);
}
