import { Select } from '@mantine/core';
import type { BillingMonth } from '@usance/period/billing-month';
import { m } from '../../paraglide/messages.js';
import { formatMonth } from '../format/dates.ts';
import classes from './field.module.css';
import { MonthRangeField } from './month-field.tsx';
import {
  customToken,
  isRelativeRange,
  type RangeToken,
  type RelativeRange,
  relativeRanges,
  resolveRange,
} from './month-range.ts';

interface RangePresetsProps {
  label: string;
  /** The token as the URL keeps it. */
  token: string;
  /** The current month in the contract's billing zone. */
  current: BillingMonth;
  onChange: (token: RangeToken) => void;
}

/** A time range by its everyday name; the months it means right now always stand beside it. */
export function RangePresets({ label, token, current, onChange }: RangePresetsProps) {
  const range = resolveRange(token, current);
  const isCustom = !isRelativeRange(token);
  return (
    <div className={classes.row}>
      <Select
        label={label}
        allowDeselect={false}
        w={190}
        value={isCustom ? 'custom' : token}
        data={[...relativeRanges.map((name) => ({ value: name, label: words[name]() })), custom()]}
        onChange={(chosen) => {
          if (chosen === 'custom') onChange(customToken(range));
          else if (chosen !== null && isRelativeRange(chosen)) onChange(chosen);
        }}
      />
      {isCustom ? (
        <MonthRangeField
          label={m.ui_months()}
          value={[range.from, range.to]}
          onChange={([from, to]) => {
            if (from !== null && to !== null) onChange(customToken({ from, to }));
            else if (from === null && to === null) onChange('this-month');
          }}
        />
      ) : (
        <output className={classes.resolved}>{spell(range)}</output>
      )}
    </div>
  );
}

function spell({ from, to }: { from: string; to: string }): string {
  return from === to ? formatMonth(from) : `${formatMonth(from, 'short')} – ${formatMonth(to, 'short')}`;
}

function custom() {
  return { value: 'custom', label: m.ui_range_custom() };
}

const words: Readonly<Record<RelativeRange, () => string>> = {
  'this-month': m.ui_range_this_month,
  'last-month': m.ui_range_last_month,
  'last-3-months': m.ui_range_last_3_months,
  'last-6-months': m.ui_range_last_6_months,
  'last-12-months': m.ui_range_last_12_months,
};
