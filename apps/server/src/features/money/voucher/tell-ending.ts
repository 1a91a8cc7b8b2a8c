import { dayOf } from '@usance/period/day';
import { dayMs, instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db, Tx } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { type LockedContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';
import { keepEndingTold } from './ending-told.ts';

/** How long before its end people are told that a voucher ends. */
const noticeDays = 7;
/** How many vouchers are told of in one round: the next one goes on. */
const mostAtOnce = 500;

/** When the next of them is to be told of. */
export function nextEndingToTell(db: Db, after: Date): Promise<Date | undefined> {
  const toldAt = sql`end_at - make_interval(days => ${noticeDays})`;
  return earliest(
    db,
    sql`(select min(${toldAt}) from voucher
      where balance > 0 and ending_told_at is null and end_at > ${after}::timestamptz + make_interval(days => ${noticeDays}))`,
  );
}

/** Tells the people of a contract, once for each voucher, that it ends soon and how much of it is left. */
export async function tellEnding({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('voucher')
    .select(['contract_id', 'id'])
    .where('balance', '>', '0')
    .where('ending_told_at', 'is', null)
    .where('end_at', '>', now)
    .where('end_at', '<=', new Date(now.getTime() + noticeDays * dayMs))
    .orderBy('end_at')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();
  for (const { contract_id: contractId, id } of due) {
    try {
      await db.transaction().execute(async (tx) => tell({ tx, now }, await lockContract(tx, contractId), id));
    } catch (error) {
      log.error({ contractId, voucherId: id, err: error }, 'Nobody was told of a voucher that ends');
    }
  }
}

async function tell({ tx, now }: { tx: Tx; now: Date }, contract: LockedContract, id: string): Promise<void> {
  const told = await keepEndingTold({ tx, now }, contract, id);
  if (!told?.end_at) return;
  await notifyPeople({ tx, now }, contract, {
    kind: 'voucher_ending',
    dedupeKey: id,
    amount: told.balance,
    currency: contract.currency,
    endsOn: dayOf(instantOf(told.end_at), billingZoneOf(contract.currency)),
  });
}
