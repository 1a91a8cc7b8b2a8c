import { notBefore } from '../../metering/term/grounds.ts';
import type { Ground, TermWork } from '../../metering/term/terms.ts';
import { keptPeriod } from './account-period.queries.ts';

/** What the account has stood on until it was last looked at, or now, stays: its terms change from then on. */
export async function afterLastLook({ tx, now, contract }: TermWork): Promise<Ground> {
  const { asOf } = await keptPeriod(tx, contract.id, now);
  return notBefore(new Date(asOf));
}
