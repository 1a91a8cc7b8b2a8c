import { notBefore } from '../../metering/term/grounds.ts';
import type { Ground, TermWork } from '../../metering/term/terms.ts';
import { keptPeriod } from './figures/kept-period.queries.ts';

/**
 * Returns the earliest instant at which new account terms may begin: the last check of the account, or now. The past
 * stays as it was judged.
 */
export async function afterLastCheck({ tx, now, contract }: TermWork): Promise<Ground> {
  const { asOf } = await keptPeriod(tx, contract.id, now);
  return notBefore(new Date(asOf));
}
