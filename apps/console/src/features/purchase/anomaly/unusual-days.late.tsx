import type { PurchaseAnomaly } from '@usance/api/billing/purchase';
import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import * as m from '../../../i18n/messages.gen.ts';
import { shortDay } from '../../../ui/format/dates.ts';
import classes from './unusual-days.module.css';

interface UnusualDaysProps {
  anomalies: readonly PurchaseAnomaly[];
  currency: DisplayCurrency;
  /** Narrows to one day and leads to its rows. */
  onDay: (day: string) => void;
}

/** The days that the chart marks, with what was expected of each. */
export function UnusualDays({ anomalies, currency, onDay }: UnusualDaysProps) {
  return (
    <section className={classes.days} aria-label={m.purchase_anomaly_title()}>
      <h3>{m.purchase_anomaly_title()}</h3>
      <ul>
        {anomalies.map((anomaly) => (
          <li key={anomaly.day}>
            <button type="button" className={classes.day} onClick={() => onDay(anomaly.day)}>
              {shortDay(anomaly.day)}
            </button>{' '}
            {textOf(anomaly, currency)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function textOf({ amount, expected, meteredBy }: PurchaseAnomaly, currency: DisplayCurrency): string {
  const figures = { amount: formatMoney(amount, currency), expected: formatMoney(expected, currency) };
  if (meteredBy === 'marketplace') return m.purchase_anomaly_marketplace(figures);
  return meteredBy === 'import' ? m.purchase_anomaly_import(figures) : m.purchase_anomaly_day(figures);
}
