import { rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { conflict } from '#platform/refusal.ts';
import { lastClosedMonth, signedUpTo } from '../closed-month/closed-month.ts';
import type { Ground, TermWork } from './terms.ts';

const kept = 'the terms of signed months do not change';

/** Of terms that usage is rated by: after the last month that is signed, since open months are rated again. */
export async function afterSignedMonths({ tx, contract }: TermWork): Promise<Ground> {
  const { id: contractId, currency } = contract;
  const closed = await lastClosedMonth(tx, { contractId, currency });
  if (closed === undefined) return { from: new Date(0), refusal: (field) => passed(field, new Date(0)) };
  const until = new Date(rangeOf(closed, billingZoneOf(currency)).end);
  return { from: until, refusal: (field) => signedUpTo(closed, kept, { field }) };
}

/** Of terms that say where an account stands: from an instant on, since what was stood on them is kept. */
export function notBefore(from: Date): Ground {
  return { from, refusal: (field) => passed(field, from) };
}

function passed(field: string, from: Date) {
  const message = 'What has held stays as it was: end it, and agree on another.';
  return conflict('TERM_PASSED', message, { field, from: from.toISOString() });
}
