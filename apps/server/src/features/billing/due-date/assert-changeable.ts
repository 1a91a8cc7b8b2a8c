import { type BillingMonth, billingMonthOf, compareMonths, parseBillingMonth } from '@usance/period/billing-month';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { dueDay } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { Work } from '../../../platform/context/context.ts';
import { conflict, invalidParameter } from '../../../platform/refusal.ts';
import { closedMonths } from '../../metering/closed-month/closed-month.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/** Refuses with 409 a change that reaches a signed month: what its statement says of its due day stays true. */
export async function assertUnsigned(
  { tx }: Pick<Work, 'tx'>,
  contract: LockedContract,
  months: readonly BillingMonth[],
): Promise<void> {
  const last = [...(await closedMonths(tx, contract.id))].at(-1);
  if (last !== undefined && months.some((month) => compareMonths(month, last) <= 0))
    throw conflict('MONTH_SIGNED', `Statements are signed up to ${last}; their due days do not change.`, {
      field: 'fromMonth',
    });
}

/** The month from which terms can hold: not before the contract or signed, and its statement not due in the past. */
export async function agreeableMonth(
  work: Moment,
  contract: LockedContract,
  terms: { fromMonth: string; dueDays: number },
): Promise<BillingMonth> {
  const month = parseBillingMonth(terms.fromMonth);
  const zone = billingZoneOf(contract.currency);
  const begun = billingMonthOf(instantOfEpochMs(contract.commencing_on.getTime()), zone);
  if (compareMonths(month, begun) < 0)
    throw conflict('MONTH_BEFORE_CONTRACT', `The contract began in ${begun}.`, { field: 'fromMonth' });
  await assertUnsigned(work, contract, [month]);
  const today = dayOf(instantOfEpochMs(work.now.getTime()), zone);
  if (dueDay(month, terms.dueDays) < today)
    throw invalidParameter('dueDays', `The statement of ${month} would be due in the past.`);
  return month;
}
