import type { StatementPreview, statements } from '@usance/api/billing/statement';
import type { ParsedQuery } from '@usance/api/call';
import { parseBillingMonth } from '@usance/period/billing-month';
import { signAt } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps, OnContract, ReadContext } from '#platform/context/context.ts';
import { startingOver } from '#platform/start-over.ts';
import { monthAt } from '../../../contract/contract/contract.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { rateThroughMonth } from '../signing/month/rate-through-month.ts';
import { rateMonth } from '../signing/month/rated-month.ts';
import { assertOpenMonth, refuseStudy } from '../signing/month/signable-month.ts';
import { planStatement } from '../signing/plan-statement.ts';
import { inSnapshot } from '../signing/snapshot.ts';
import { isWaiting } from '../waiting/waiting-month.queries.ts';
import { previewOf } from './preview.ts';

/**
 * Previews the statement of an open month, by default the current one, as if earlier open months were signed first,
 * since those use vouchers and credit. Rates changed days first, and books nothing. Refuses a study with 409, like
 * signing.
 */
export async function previewMonth(
  ctx: Pick<OnContract<ReadContext>, keyof Deps | 'now' | 'contract'> & AskedBy,
  { query }: { query: ParsedQuery<typeof statements.dynamicPreview> },
): Promise<StatementPreview> {
  const { db, now, contract } = ctx;
  refuseStudy(contract);
  const month = query.month === undefined ? monthAt(contract, now) : parseBillingMonth(query.month);
  const { rated } = await startingOver(async () => {
    await assertOpenMonth(db, contract, month, now);
    return rateThroughMonth(ctx, contract, month, rateMonth);
  });
  return inSnapshot(db, async (tx) => {
    await assertOpenMonth(tx, contract, month, now);
    const signedAt = new Date(Math.max(now.getTime(), signAt(month, billingZoneOf(contract.currency))));
    const hasWaited = await isWaiting(tx, contract.id, month);
    return previewOf(
      await planStatement(tx, contract, { month, rated, signedAt, hasWaited, inTurn: true }),
      readerOf(ctx),
      now,
    );
  });
}
