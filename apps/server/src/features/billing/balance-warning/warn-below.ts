import { compare } from '@usance/money/decimal';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { unservedOf } from '../../contract/datacloud/unserved.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';

/** The members' threshold of a contract, as PostgreSQL's JSON has it. */
export interface WarningJson {
  readonly threshold: string;
  readonly isBelow: boolean;
  readonly timesTold: number;
}

/** SQL: the threshold of a contract, null if there is none. */
export function warningJson(contractId: RawBuilder<unknown>): RawBuilder<WarningJson | null> {
  return sql`(
    select json_build_object('threshold', threshold::text, 'isBelow', is_below, 'timesTold', times_told)
    from balance_warning where balance_warning.contract_id = ${contractId})`;
}

/**
 * Notifies the members once when the balance falls below their threshold, and again only after it was higher. Returns
 * true if it did now.
 */
export async function warnBelowThreshold(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  available: string,
  set: WarningJson,
): Promise<boolean> {
  const { id, currency } = contract;
  const isBelow = compare(available, set.threshold) < 0;
  if (isBelow === set.isBelow) return false;
  const timesTold = set.timesTold + (isBelow ? 1 : 0);
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
