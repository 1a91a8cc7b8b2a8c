import { compare } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { unservedOf } from '../../contract/datacloud/unserved.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';

/**
 * Tells the people of a contract that what is available has fallen below what they have set, once until there is more
 * again, whoever looks and however often. Answers whether they were told now.
 */
export async function warnBelow(
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
