import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import type { MarketplaceHour } from '@usance/api/marketplace/marketplace-hour';
import { formatDecimal, multiply, negate } from '@usance/money/decimal';
import { addMonths } from '@usance/period/billing-month';
import { type Selectable, sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Database, Tx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { monthAt } from '../../contract/contract/contract.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { closedMonths } from '../../metering/closed-month/closed-month.ts';
import { keepShares } from '../../metering/marketplace-share/marketplace-share.queries.ts';
import { leaveToLater } from './keep-outcomes.ts';
import { hourlyStatementOf } from './list-hours.ts';
import { lockMeters } from './lock-meters.ts';

type Input = {
  readonly params: ParsedParams<typeof calls.decide>;
  readonly body: ParsedBody<typeof calls.decide>;
};
type HourRow = Selectable<Database['marketplace_hour']>;

/**
 * Records what an operator found out about an hour in doubt. An hour that the marketplace did not take is sent again
 * until its deadline. After that its amount goes to a later hour, or is ours to collect once the link is settled.
 * Repeating the decision changes nothing; 409 if the hour is not in doubt.
 */
export async function decideHour(
  { tx, now, contract }: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { params, body: { decision } }: Input,
): Promise<MarketplaceHour> {
  const named = tx
    .selectFrom('marketplace_hour')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('id', '=', params.hourlyStatementID);
  const found = await named.executeTakeFirst();
  if (!found) throw notFound('MARKETPLACE_NOT_FOUND');
  await lockMeters(tx, [found]);
  const hour = await named.executeTakeFirstOrThrow();
  if (!hour.in_doubt && hour.decision === decision) return hourlyStatementOf(hour);
  if (!hour.in_doubt) throw conflict('MARKETPLACE_CONFLICT', 'This hour is not in doubt.', { state: hour.state });
  const { settled_at: settledAt } = await tx
    .selectFrom('marketplace_meter')
    .select('settled_at')
    .where('contract_id', '=', contract.id)
    .where('link_id', '=', hour.link_id)
    .executeTakeFirstOrThrow();
  const isSentAgain = decision === 'notTaken' && settledAt === null && hour.deadline > now;
  const decided = await tx
    .updateTable('marketplace_hour')
    .set({ decision, in_doubt: false, unanswered: 0 })
    .set(decision === 'taken' ? { state: 'reported', accepted: hour.quantity } : {})
    .set(isSentAgain ? { state: 'pending', next_try_at: now, ended_at: null } : {})
    .where('id', '=', hour.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (decision === 'notTaken' && !isSentAgain) await giveBack({ tx, now }, contract, hour, settledAt !== null);
  return hourlyStatementOf(decided);
}

async function giveBack(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { id, link_id, hour, dimension, quantity, unit, state }: HourRow,
  isSettled: boolean,
): Promise<void> {
  const missing = multiply(quantity, unit);
  const amount = formatDecimal(missing, 12);
  const of = { contract_id: contract.id, link_id };
  if (!isSettled) {
    const reason = state === 'failed' ? 'failed' : 'expired';
    return leaveToLater(tx, [{ ...of, hour, dimension, reason, amount, created_at: now }]);
  }
  await tx
    .updateTable('marketplace_meter')
    .set({ pushed: sql`pushed - ${amount}::numeric` })
    .where('contract_id', '=', contract.id)
    .where('link_id', '=', link_id)
    .execute();
  const month = await openMonthFrom(tx, contract, hour);
  const share = { month, hour, amount: formatDecimal(negate(missing), 12), decided_hour: id };
  await keepShares(tx, { contractId: contract.id, linkId: link_id }, [share]);
}

/** Returns the month of an hour, or the first open month after it. */
async function openMonthFrom(tx: Tx, contract: LockedContract, hour: Date) {
  const closed = new Set<string>(await closedMonths(tx, contract.id));
  let month = monthAt(contract, hour);
  while (closed.has(month)) month = addMonths(month, 1);
  return month;
}
