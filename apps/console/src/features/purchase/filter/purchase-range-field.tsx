import { type Day, dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { isRelativeRange, type RelativeRange, relativeRanges } from '@usance/period/month-range';
import { customDays, daysToken } from '@usance/period/purchase-period';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import { lazy, Suspense } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import classes from './purchase-range-field.module.css';

// Few readers choose days, so the calendar loads on demand.
const PurchaseDayFields = lazy(async () => ({
  default: (await import('./purchase-day-fields.tsx')).PurchaseDayFields,
}));

interface PurchaseRangeFieldProps {
  search: PurchaseSearch;
  /** The range that the search means now. */
  range: Range;
  zone: BillingZone;
  today: Day;
  onChange: ChangePurchaseSearch;
}

/** A time range by name, or by days: the first is required, the last may stay open. */
export function PurchaseRangeField({ search, range, zone, today, onChange }: PurchaseRangeFieldProps) {
  const from = dayOf(range.start, zone);
  const shown = { from, to: dayOf(instantOfEpochMs(Math.max(range.start, range.end - 1)), zone) };
  const preset = search.time === undefined && isRelativeRange(search.range) ? search.range : undefined;
  const choose = (token: string) => onChange({ time: undefined, day: undefined, range: token });
  return (
    <div className={classes.range}>
      <ChoiceField
        aria-label={m.purchase_range()}
        w={174}
        value={preset ?? 'custom'}
        options={[
          ...relativeRanges.map((value) => ({ value, label: rangeWord[value]() })),
          { value: 'custom', label: m.ui_range_custom() },
        ]}
        onChange={(chosen) => {
          if (chosen === 'custom') choose(daysToken(shown.from, shown.to, today));
          else if (chosen !== null) choose(chosen);
        }}
      />
      {preset === undefined && (
        <Suspense>
          <PurchaseDayFields days={fieldDays(search.range, shown)} today={today} onChange={choose} />
        </Suspense>
      )}
    </div>
  );
}

/** An open range that has grown too long begins with the first day that is shown. */
function fieldDays(range: string, shown: { from: Day; to: Day }) {
  const days = customDays(range) ?? shown;
  return days.to === undefined ? { from: shown.from, to: undefined } : days;
}

const rangeWord: Readonly<Record<RelativeRange, () => string>> = {
  'this-month': m.ui_range_this_month,
  'last-month': m.ui_range_last_month,
  'last-3-months': m.ui_range_last_3_months,
  'last-6-months': m.ui_range_last_6_months,
  'last-12-months': m.ui_range_last_12_months,
};
