import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn.js';
import { type Day, parseDay } from '@usance/period/day';
import { daysToken } from '@usance/period/purchase-period';
import { useId } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { moveFocus } from '../../../ui/field/move-focus.ts';
import { localeTag } from '../../../ui/format/locale.ts';
import classes from './purchase-range-field.module.css';

interface PurchaseDayFieldsProps {
  days: { from: Day; to: Day | undefined };
  today: Day;
  onChange: (token: string) => void;
}

/** The days of a range: the first is required, the last may stay open. */
export function PurchaseDayFields({ days: { from, to }, today, onChange }: PurchaseDayFieldsProps) {
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
  /** Given if the day may stay open. */
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
      onChange={(day) => {
        // The clear button is gone with the day, so the focus moves on.
        if (day === null) moveFocus(document.getElementById(id));
        onChange(day === null ? undefined : parseDay(day));
      }}
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
