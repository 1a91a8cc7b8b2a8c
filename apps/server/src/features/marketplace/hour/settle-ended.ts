import { addMonths } from '@usance/period/billing-month';
import { floorToHour, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { type LockedContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { monthAt } from '../../contract/contract/contract.ts';
import { hoursOfDays } from '../../metering/billing-day/open-months.ts';
import { closedMonths } from '../../metering/closed-month/closed-month.ts';
import { keepShares } from '../../metering/marketplace-share/marketplace-share.queries.ts';
import { type LinkHour, planShares } from './plan-shares.ts';

/**
 * Settles ended links once nothing is left to report: the accepted amount is the marketplace's, and we collect the
 * rest from then on.
 */
export async function settleEnded({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const ended = await db
    .selectFrom('marketplace_meter as meter')
    .innerJoin('marketplace_link as link', (join) =>
      join.onRef('link.contract_id', '=', 'meter.contract_id').onRef('link.id', '=', 'meter.link_id'),
    )
    .select(['meter.contract_id', 'meter.link_id'])
    .where('meter.settled_at', 'is', null)
    .where('meter.due_at', '<=', now)
    .where('link.ended_at', 'is not', null)
    .whereRef('meter.next_hour', '>', 'link.ended_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('marketplace_hour as hour')
            .select('hour.id')
            .whereRef('hour.contract_id', '=', 'meter.contract_id')
            .whereRef('hour.link_id', '=', 'meter.link_id')
            .where('hour.state', '=', 'pending'),
        ),
      ),
    )
    .execute();
  for (const { contract_id: contractId, link_id: linkId } of ended)
    await db
      .transaction()
      .execute((tx) => settle(tx, { contractId, linkId, now }))
      .then((isSettled) => isSettled && log.info({ contractId, linkId }, 'settled an ended link'))
      .catch((error: unknown) => log.error({ contractId, linkId, err: error }, 'settling an ended link failed'));
}

/** Returns false if another process settled it meanwhile. */
async function settle(
  tx: Tx,
  { contractId, linkId, now }: { readonly contractId: string; readonly linkId: string; readonly now: Date },
): Promise<boolean> {
  const contract = await lockContract(tx, contractId);
  const unsettled = await tx
    .updateTable('marketplace_meter')
    .set({ settled_at: now })
    .where('contract_id', '=', contractId)
    .where('link_id', '=', linkId)
    .where('settled_at', 'is', null)
    .returning('link_id')
    .executeTakeFirst();
  if (unsettled) await keepAccepted(tx, contract, linkId);
  return unsettled !== undefined;
}

async function keepAccepted(tx: Tx, contract: LockedContract, linkId: string): Promise<void> {
  const link = await tx
    .selectFrom('marketplace_link as link')
    .innerJoin('marketplace_meter as meter', (join) =>
      join.onRef('meter.contract_id', '=', 'link.contract_id').onRef('meter.link_id', '=', 'link.id'),
    )
    .select(['link.from_hour', 'link.ended_at', 'meter.pushed'])
    .select((eb) =>
      eb
        .selectFrom('marketplace_hour as hour')
        .select((inner) => inner.fn.max('hour.unit').as('unit'))
        .whereRef('hour.contract_id', '=', 'link.contract_id')
        .whereRef('hour.link_id', '=', 'link.id')
        .as('unit'),
    )
    .where('link.contract_id', '=', contract.id)
    .where('link.id', '=', linkId)
    .executeTakeFirstOrThrow();
  const { from_hour: from, ended_at: endedAt, pushed: accepted, unit } = link;
  // Another process settled it, or it never had an hour.
  if (endedAt === null || unit === null) return;
  const hours = await hoursWithin(tx, contract.id, { from, endedAt });
  const closed = new Set<string>(await closedMonths(tx, contract.id));
  let month = monthAt(contract, endedAt);
  // A closed month is never signed again.
  while (closed.has(month)) month = addMonths(month, 1);
  const end = { month, hour: new Date(floorToHour(instantOf(endedAt))) };
  await keepShares(tx, { contractId: contract.id, linkId }, planShares({ hours, closed, accepted, unit, end }));
}

async function hoursWithin(
  tx: Tx,
  contractId: string,
  { from, endedAt }: { readonly from: Date; readonly endedAt: Date },
): Promise<LinkHour[]> {
  const { rows } = await sql<LinkHour>`
    select to_char(day, 'YYYY-MM') as month, used.hour, sum(used.amount)::numeric(38, 12) as amount
    from ${hoursOfDays(sql`${contractId}`)}
    where used.hour >= ${from} and used.hour <= ${endedAt}
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}
