import { add, compare, formatDecimal, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { type Instant, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { unbilledOf } from '../../../metering/billing-day/rated-days.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { voucherStanding } from '../../../money/voucher/voucher.queries.ts';
import { disputesOf, lastSigned, lateness, liabilitiesOf } from '../../statement-record/liabilities.queries.ts';
import type { Standing } from '../rule/standing.ts';
import { atLedgerScale, availableBalanceOf, type BalanceParts } from './available-balance.ts';
import { lostAtEnds, nothingStillPaid, type StillPaid, stillPaid } from './still-paid.ts';

/**
 * Reads the assets and liabilities of a contract at an instant, for the balance and for the account period. Call it
 * in one snapshot or under the contract's lock, or an amount may count twice.
 */
export async function readStanding(
  tx: Tx,
  contractId: string,
  now: Date,
): Promise<{ parts: BalanceParts; metered: string | undefined; standing: Standing }> {
  const has = await balancesOf(tx, contractId);
  const vouchers = await voucherStanding(tx, contractId, now);
  const paid: StillPaid = vouchers.hasEnded ? await stillPaid(tx, contractId, now) : nothingStillPaid;
  const unbilled = await unbilledOf(tx, contractId);
  const owes = await liabilitiesOf(tx, contractId, now);
  const disputes = await disputesOf(tx, contractId);
  const parts: BalanceParts = {
    bank: has.bank,
    voucher: formatDecimal(add(vouchers.valid, roundHalfUp(sum([...paid.exact.values()]), 8)), 8),
    frozen: has.frozen,
    unbilled: formatDecimal(subtract(atLedgerScale(unbilled.exact), has.credit), 8),
    // A disputed amount without a hold is still due, but not late during the dispute.
    due: formatDecimal(sum([owes.due, ...disputes.map(({ contested }) => contested)]), 8),
    overdue: owes.overdue,
  };
  const shown = availableBalanceOf(parts);
  const inCoins = availableBalanceOf({
    ...parts,
    voucher: formatDecimal(add(vouchers.valid, sum([...paid.inCoins.values()])), 8),
    unbilled: formatDecimal(subtract(unbilled.inCoins, has.credit), 8),
  });
  const isAsShown = compare(shown, inCoins) > 0;
  const standing = {
    available: isAsShown ? shown : inCoins,
    disputes,
    ...(await lateness(tx, contractId, has.cash)),
    movedAt: await lastMoved(tx, contractId),
    ended: lostAtEnds(vouchers.ended, isAsShown ? paid.exact : paid.inCoins),
    nextEnd: vouchers.nextEnd,
  };
  return { parts, metered: unbilled.metered, standing };
}

/**
 * Returns the instant of the last change by a posting, a signing, a rating, or usage that came back from a
 * marketplace.
 */
async function lastMoved(tx: Tx, contractId: string): Promise<Instant | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select at from posting where contract_id = ${contractId} order by no desc limit 1),
      ${lastSigned(contractId)},
      (select max(rated_at) from rated_day where contract_id = ${contractId}),
      (select max(settled_at) from marketplace_meter where contract_id = ${contractId})) as at`.execute(tx);
  return rows[0]?.at ? instantOf(rows[0].at) : undefined;
}
