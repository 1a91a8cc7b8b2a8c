import { Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import 'dayjs/locale/zh-cn.js';
import { type Day, dayOf, parseDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import { useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { isRelativeRange, type RelativeRange, relativeRanges } from '../../ui/field/month-range.ts';
import { localeTag } from '../../ui/format/locale.ts';
import { customDays, daysToken } from './purchase-period.ts';
import classes from './purchase-range-field.module.css';
import type { ChangePurchaseSearch, PurchaseSearch } from './purchase-search.ts';

interface PurchaseRangeFieldProps {
  search: PurchaseSearch;
  /** What the search resolves to now. */
  range: Range;
  zone: BillingZone;
  today: Day;
  onChange: ChangePurchaseSearch;
}

/** A time range by its everyday name, or by its days: the first is required, the last may be left open. */
export function PurchaseRangeField({ search, range, zone, today, onChange }: PurchaseRangeFieldProps) {
  const from = dayOf(range.start, zone);
  const shown = { from, to: dayOf(instantOfEpochMs(Math.max(range.start, range.end - 1)), zone) };
  const preset = search.time === undefined && isRelativeRange(search.range) ? search.range : undefined;
  const choose = (token: string) => onChange({ time: undefined, day: undefined, range: token });
  return (
    <div className={classes.range}>
      <Select
        label={m.purchase_range()}
        allowDeselect={false}
        w={184}
        value={preset ?? 'custom'}
        data={[
          ...relativeRanges.map((value) => ({ value, label: rangeWord[value]() })),
          { value: 'custom', label: m.ui_range_custom() },
        ]}
        onChange={(chosen) => {
          if (chosen === 'custom') choose(daysToken(shown.from, shown.to, today));
          else if (chosen !== null) choose(chosen);
        }}
      />
      {preset === undefined && <DayFields days={customDays(search.range) ?? shown} today={today} onChange={choose} />}
    </div>
  );
}

interface DayFieldsProps {
  days: { from: Day; to: Day | undefined };
  today: Day;
  onChange: (token: string) => void;
}

function DayFields({ days: { from, to }, today, onChange }: DayFieldsProps) {
  return (
    <div className={classes.range}>
      <DayField
        label={m.purchase_from()}
        value={from}
        max={today}
        onChange={(day) => day && onChange(daysToken(day, to, today))}
      />
      <DayField
        label={m.purchase_to()}
        value={to}
        min={from}
        max={today}
        placeholder={m.purchase_till_now()}
        onChange={(day) => onChange(daysToken(from, day, today))}
      />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: Day | undefined;
  min?: Day;
  max: Day;
  /** Given when the day may be left open. */
  placeholder?: string;
  onChange: (day: Day | undefined) => void;
}

function DayField({ label, value, min, max, placeholder, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <DatePickerInput
      id={id}
      label={label}
      // The calendar takes its name from the field's label.
      popoverProps={{ id: `${id}-label` }}
      classNames={{ day: classes.day }}
      value={value ?? null}
      onChange={(day) => onChange(day === null ? undefined : parseDay(day))}
      valueFormat="YYYY-MM-DD"
      locale={localeTag().toLowerCase()}
      w={140}
      hideOutsideDates
      maxDate={max > (value ?? '') ? max : (value ?? max)}
      ariaLabels={{
        previousMonth: m.purchase_month_previous(),
        nextMonth: m.purchase_month_next(),
        previousYear: m.ui_month_previous_year(),
        nextYear: m.ui_month_next_year(),
      }}
      {...(min !== undefined && { minDate: min })}
      {...(placeholder !== undefined && {
        placeholder,
        clearable: true,
        clearButtonProps: { 'aria-label': m.ui_clear_value({ name: label }) },
      })}
    />
  );
}

const rangeWord: Readonly<Record<RelativeRange, () => string>> = {
  'this-month': m.ui_range_this_month,
  'last-month': m.ui_range_last_month,
  'last-3-months': m.ui_range_last_3_months,
  'last-6-months': m.ui_range_last_6_months,
  'last-12-months': m.ui_range_last_12_months,
};
