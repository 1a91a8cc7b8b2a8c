import { type RawBuilder, sql } from 'kysely';
import type { Deps, Work } from '#platform/context/context.ts';
import { type LockedContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { writeOff } from './write-off.ts';

/** Bounds the size of a posting, and the time that the contract is locked. */
const mostAtOnce = 500;

/**
 * Writes off the rest of ended vouchers, once every month of their windows is signed or skipped. Safe to run late,
 * twice or concurrently: each contract is checked again under its lock. A failing contract is logged and does not stop
 * the others. Returns the number of vouchers.
 */
export async function writeOffEnded(
  { db, log, moving }: Pick<Deps, 'db' | 'log' | 'moving'>,
  now: Date,
): Promise<number> {
  const due = await db
    .selectFrom('voucher')
    .select('contract_id')
    .distinct()
    .where(isSpent(now))
    .orderBy('contract_id')
    .execute();
  let written = 0;
  for (const { contract_id: contractId } of due) {
    try {
      written += await writeOffOf({ db, moving }, contractId, now);
    } catch (error) {
      log.error({ contractId, err: error }, 'Ended vouchers could not be written off');
    }
  }
  return written;
}

/** In batches, until none is left. */
async function writeOffOf({ db, moving }: Pick<Deps, 'db' | 'moving'>, contractId: string, now: Date): Promise<number> {
  let [written, found] = [0, mostAtOnce];
  while (found === mostAtOnce) {
    found = await db
      .transaction()
      .execute(async (tx) => writeOffSome({ tx, now, moving }, await lockContract(tx, contractId)));
    written += found;
  }
  return written;
}

async function writeOffSome(
  { tx, now, moving }: Pick<Work, 'tx' | 'now'> & Pick<Deps, 'moving'>,
  contract: LockedContract,
): Promise<number> {
  const ended = await tx
    .selectFrom('voucher')
    .select(['id', 'balance as amount'])
    .where('contract_id', '=', contract.id)
    .where(isSpent(now))
    .orderBy('end_at')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();
  const work = { tx, now };
  if (ended.length > 0) await moving(work, contract, (locked) => writeOff(work, locked, ended));
  return ended.length;
}

/** SQL: true if an ended voucher has balance left and no month of its window is still to be signed. */
function isSpent(now: Date): RawBuilder<boolean> {
  const monthOf = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone billing_zone(next.currency), 'YYYY-MM')`;
  const last = monthOf(sql`(voucher.end_at - interval '1 microsecond')`);
  return sql`voucher.balance > 0 and voucher.end_at <= ${now} and exists (
    select from next_to_sign as next where next.contract_id = voucher.contract_id and next.month > ${last}
      and not exists (select from waiting_month as waits where waits.contract_id = next.contract_id
        and waits.month between ${monthOf(sql`voucher.start_at`)} and ${last}))`;
}
