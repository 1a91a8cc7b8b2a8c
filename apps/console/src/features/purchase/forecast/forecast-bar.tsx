import type { MonthForecast } from '@usance/api/billing/purchase/purchase-forecast';
import { compare, isNegative } from '@usance/money/decimal';
import { percentOf } from '@usance/money/percent';
import classes from './forecast-bar.module.css';

interface ForecastBarProps {
  /** The amount so far. */
  amount: string;
  atEnd: NonNullable<MonthForecast['atEnd']>;
}

/** The month so far, the expected end and its band on one track; the words beside it say the same. */
export function ForecastBar({ amount, atEnd: { low, expected, high } }: ForecastBarProps) {
  if (isNegative(low) || isNegative(amount) || compare(high, '0') <= 0) return null;
  const at = (value: string) => `${percentOf(value, high) ?? '0'}%`;
  return (
    <div className={classes.track} aria-hidden="true">
      <span className={classes.band} style={{ insetInlineStart: at(low), insetInlineEnd: 0 }} />
      <span className={classes.used} style={{ inlineSize: at(amount) }} />
      <span className={classes.expected} style={{ insetInlineStart: at(expected) }} />
    </div>
  );
}
