import { compare } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { unservedOf } from '../../contract/datacloud/unserved.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';

/**
 * Notifies the members once when the balance falls below their threshold, and again only after it was higher. Returns
 * true if it did now.
 */
export async function warnBelowThreshold(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  available: string,
): Promise<boolean> {
  const { id, currency } = contract;
  const set = await tx
    .selectFrom('balance_warning')
    .select(['threshold', 'is_below', 'times_told'])
    .where('contract_id', '=', id)
    .executeTakeFirst();
  if (!set) return false;
  const isBelow = compare(available, set.threshold) < 0;
  if (isBelow === set.is_below) return false;
  const timesTold = set.times_told + (isBelow ? 1 : 0);
  await tx
    .updateTable('balance_warning')
    .set({ is_below: isBelow, times_told: timesTold })
    .where('contract_id', '=', id)
    .execute();
  if (!isBelow) return false;
  const { threshold } = set;
  const unserved = await unservedOf(tx, contract);
  const told = { available, currency, threshold, ...(unserved && { unserved }) };
  await notifyPeople({ tx, now }, { id }, { kind: 'balance_low', dedupeKey: `below ${timesTold}`, ...told });
  return true;
}
