import { rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { conflict } from '#platform/refusal.ts';
import { lastClosedMonth, signedUpTo } from '../closed-month/closed-month.ts';
import type { Ground, TermWork } from './terms.ts';

const kept = 'the terms of signed months do not change';

/** For terms that rating uses: changes must lie after the last signed month, because open months are rated again. */
export async function afterSignedMonths({ tx, contract }: TermWork): Promise<Ground> {
  const { id: contractId, currency } = contract;
  const closed = await lastClosedMonth(tx, { contractId, currency });
  if (closed === undefined) return { from: new Date(0), refusal: (field) => passed(field, new Date(0)) };
  const until = new Date(rangeOf(closed, billingZoneOf(currency)).end);
  return { from: until, refusal: (field) => signedUpTo(closed, kept, { field }) };
}

/** For terms that determine an account's state: no change before an instant, because the past state is kept. */
export function notBefore(from: Date): Ground {
  return { from, refusal: (field) => passed(field, from) };
}

function passed(field: string, from: Date) {
  const message = 'A term that has been in force cannot be changed. End it and create another.';
  return conflict('TERM_PASSED', message, { field, from: from.toISOString() });
}
