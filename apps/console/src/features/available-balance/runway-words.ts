import type { Runway } from '@usance/api/billing/available-balance';
import type { BillingZone } from '@usance/period/zone';
import * as m from '../../i18n/messages.gen.ts';
import { formatInstant } from '../../ui/format/dates.ts';
import { periodWord } from './period-words.ts';

/** Returns how long the balance lasts: "41 days", or the state of an account that is no longer normal. */
export function runwayText({ outlook, days, countdown }: Runway): string {
  if (countdown) return periodWord[countdown.period]();
  if (outlook === 'lasts') return m.available_balance_runway_lasts();
  if (days === undefined) return '—';
  return days === 1 ? m.available_balance_runway_day() : m.available_balance_runway_days({ count: days });
}

/**
 * Returns the end of the account's period, such as "Extension period until Dec 3, 2026, 00:00 UTC". An overdraft does not
 * end well, so it names the period that follows.
 */
export function countdownText(
  { period, end }: NonNullable<Runway['countdown']>,
  billingZone: BillingZone,
): string | undefined {
  if (end === undefined) return undefined;
  const time = formatInstant(end, billingZone);
  if (period === 'overdraft') return m.available_balance_runway_extension_from({ time });
  return m.available_balance_runway_countdown({ period: periodWord[period](), time });
}
