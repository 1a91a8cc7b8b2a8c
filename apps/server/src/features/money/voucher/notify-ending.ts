import { dayOf } from '@usance/period/day';
import { dayMs, instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db, Tx } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { type LockedContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { notifyPeople } from '../../contract/notification/notify-people.ts';
import { markEndingNotified } from './mark-ending-notified.ts';

/** The notice before a voucher's end. */
const noticeDays = 7;
/** The most notifications in one round; the next round continues. */
const mostAtOnce = 500;

/** The time of the next notification. */
export function nextEndingNotice(db: Db, after: Date): Promise<Date | undefined> {
  const noticeAt = sql`end_at - make_interval(days => ${noticeDays})`;
  return earliest(
    db,
    sql`(select min(${noticeAt}) from voucher
      where balance > 0 and ending_told_at is null and end_at > ${after}::timestamptz + make_interval(days => ${noticeDays}))`,
  );
}

/** Notifies the people of a contract, once for each voucher, that it ends soon and how much is left. */
export async function notifyEnding({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
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
      await db.transaction().execute(async (tx) => notify({ tx, now }, await lockContract(tx, contractId), id));
    } catch (error) {
      log.error({ contractId, voucherId: id, err: error }, 'The notification of a voucher that ends failed');
    }
  }
}

async function notify({ tx, now }: { tx: Tx; now: Date }, contract: LockedContract, id: string): Promise<void> {
  const marked = await markEndingNotified({ tx, now }, contract, id);
  if (!marked?.end_at) return;
  await notifyPeople({ tx, now }, contract, {
    kind: 'voucher_ending',
    dedupeKey: id,
    amount: marked.balance,
    currency: contract.currency,
    endsOn: dayOf(instantOf(marked.end_at), billingZoneOf(contract.currency)),
  });
}
