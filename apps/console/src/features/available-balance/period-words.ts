import type { AccountPeriod, AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import { addDays, dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import * as m from '../../i18n/messages.gen.ts';
import type { Tone } from '../../ui/cell/status-tag.tsx';
import { formatClock, formatCountdown, formatInstant } from '../../ui/format/dates.ts';

/** The urgency of each state for the payer. */
export const toneOf: Readonly<Record<AccountPeriod, Tone>> = {
  normal: 'good',
  overdraft: 'warn',
  extensionPeriod: 'bad',
  suspensionPeriod: 'bad',
  backupPeriod: 'bad',
  destructionPeriod: 'bad',
};

const endedStates: ReadonlySet<Contract['state']> = new Set(['End', 'Invalid', 'Renewed']);

export const periodWord: Readonly<Record<AccountPeriod, () => string>> = {
  normal: m.available_balance_period_normal,
  overdraft: m.available_balance_period_overdraft,
  extensionPeriod: m.available_balance_period_extension,
  suspensionPeriod: m.available_balance_period_suspension,
  backupPeriod: m.available_balance_period_backup,
  destructionPeriod: m.available_balance_period_destruction,
};

/** The part of a contract that decides what its account period means. */
export type PeriodContract = Pick<Contract, 'billingZone' | 'state'>;

/** Returns the next state without a payment, with its date in the contract's zone and the remaining time. */
export function periodHelp(
  { state, details, asOf }: AvailableBalance,
  { billingZone, state: contractState }: PeriodContract,
): string {
  const until = (end: string | undefined) => ({
    when: end === undefined ? '' : whenOf(end, asOf, billingZone),
    left: end === undefined ? '' : formatCountdown(end, Date.parse(asOf)),
  });
  // Payment resumes no data cloud of an ended contract; those of a renewed one run on under its successor.
  if (endedStates.has(contractState) && state.summary !== 'normal' && state.summary !== 'overdraft')
    return state.summary === 'backupPeriod' && contractState !== 'Renewed'
      ? m.available_balance_ended_backup_help(until(details.backupPeriodEnd))
      : m.available_balance_ended_help();
  switch (state.summary) {
    case 'normal':
      return '';
    case 'overdraft':
      return details.overdraftEnd === undefined
        ? m.available_balance_period_overdraft_help()
        : m.available_balance_period_overdraft_ends_help(until(details.overdraftEnd));
    case 'extensionPeriod':
      return m.available_balance_period_extension_help(until(details.extensionPeriodEnd));
    case 'suspensionPeriod':
      return m.available_balance_period_suspension_help(until(details.suspensionPeriodEnd));
    case 'backupPeriod':
      return m.available_balance_period_backup_help(until(details.backupPeriodEnd));
    case 'destructionPeriod':
      return m.available_balance_period_destruction_help();
  }
}

/** Formats a time as "tomorrow, 16:00 UTC+8", or a later day by its date. */
function whenOf(end: string, asOf: string, zone: BillingZone): string {
  const [day, today] = [dayOf(instant(end), zone), dayOf(instant(asOf), zone)];
  const clock = formatClock(end, zone);
  if (day === today) return m.available_balance_today({ clock });
  if (day === addDays(today, 1)) return m.available_balance_tomorrow({ clock });
  return m.available_balance_on_day({ time: formatInstant(end, zone) });
}
