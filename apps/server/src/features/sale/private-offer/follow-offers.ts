import { dayMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { Db, DbOrTx, Tx } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { getContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { isKycComplete } from '../../contract/kyc-info/kyc-info.queries.ts';
import { catchUpOffer, reminderDays } from './catch-up-offer.ts';
import { keepOffer } from './state/keep-offer.ts';
import { tellPeople } from './state/tell-people.ts';

/** SQL: the end of an accepted offer; 'infinity' if it has none. */
const endsAt = sql<Date>`least(coalesce(expiration_date, 'infinity'), ended_at)`;

/**
 * The time of the next change or reminder. The completion of KYC has no known time, so the job checks it every minute.
 */
export function nextOffer(db: Db, after: Date): Promise<Date | undefined> {
  const reminder = sql`make_interval(days => ${reminderDays})`;
  return earliest(
    db,
    sql`(select min(confirmation_deadline) from private_offer
      where state = 'pending_acceptance' and confirmation_deadline > ${after})`,
    sql`(select min(confirmation_deadline) - ${reminder} from private_offer where state = 'pending_acceptance'
      and deadline_told_at is null and confirmation_deadline > ${after}::timestamptz + ${reminder})`,
    sql`(select nullif(min(${endsAt}), 'infinity') from private_offer where state = 'accepted' and ${endsAt} > ${after})`,
  );
}

/**
 * Updates offers whose state has changed with time, and notifies their people. A failing offer does not stop the
 * others.
 */
export async function followOffers(
  { db, log, sealingKey: key }: Pick<Deps, 'db' | 'log' | 'sealingKey'>,
  now: Date,
): Promise<void> {
  for (const { contract_id: contractId, id } of [...(await dueOffers(db, now)), ...(await releasable(db, key))]) {
    try {
      await db.transaction().execute((tx) => follow({ tx, now }, { contractId, id }, key));
    } catch (error) {
      log.error({ contractId, privateOfferId: id, err: error }, 'An offer could not be brought up to date');
    }
  }
}

interface Named {
  readonly contract_id: string;
  readonly id: string;
}

async function dueOffers(db: DbOrTx, now: Date): Promise<Named[]> {
  const reminderFrom = new Date(now.getTime() + reminderDays * dayMs);
  const { rows } = await sql<Named>`
    select contract_id, id from private_offer where state = 'pending_acceptance' and confirmation_deadline <= ${now}
    union select contract_id, id from private_offer
      where state = 'pending_acceptance' and deadline_told_at is null and confirmation_deadline <= ${reminderFrom}
    union select contract_id, id from private_offer where state = 'accepted' and ${endsAt} <= ${now}
    union select contract_id, id from private_offer where contract_ended_at is not null
      and state in ('pending_approval', 'approved', 'pending_acceptance', 'accepted')
    order by contract_id, id`.execute(db);
  return rows;
}

/** Approved offers whose buyer's KYC has been completed. */
async function releasable(db: Db, key: SealingKey): Promise<Named[]> {
  const waiting = await db
    .selectFrom('private_offer')
    .innerJoin('kyc_info', 'kyc_info.contract_id', 'private_offer.contract_id')
    .select(['private_offer.contract_id', 'private_offer.id'])
    .where('state', '=', 'approved')
    .execute();
  const known: Named[] = [];
  for (const offer of waiting)
    if (await isKycComplete(db, await getContract(db, offer.contract_id), key)) known.push(offer);
  return known;
}

async function follow(
  { tx, now }: { tx: Tx; now: Date },
  { contractId, id }: { contractId: string; id: string },
  key: SealingKey,
): Promise<void> {
  const contract = await lockContract(tx, contractId);
  const row = await tx
    .selectFrom('private_offer')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isComplete = row.state === 'approved' && (await isKycComplete(tx, contract, key));
  const kept = await catchUpOffer({ tx, now, contract }, row, isComplete);
  if (kept !== row) await auditOwnAct({ tx, now }, { act: 'private-offer.follow', contractId, of: id });
  const deadline = kept.confirmation_deadline.getTime();
  const isNear = deadline > now.getTime() && deadline - reminderDays * dayMs <= now.getTime();
  if (kept.state !== 'pending_acceptance' || kept.deadline_told_at !== null || !isNear) return;
  await keepOffer(tx, kept, { deadline_told_at: now });
  await tellPeople({ tx, now, contract }, kept, 'deadline');
}
