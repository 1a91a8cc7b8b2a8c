import type { ParsedQuery } from '@usance/api/call';
import type { StatementPreview, statements } from '@usance/api/statement';
import type { BillingMonth } from '@usance/period/billing-month';
import { signAt } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps, OnContract, ReadContext } from '../../../../platform/context/context.ts';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { startingOver } from '../../../../platform/start-over.ts';
import { closedMonths } from '../../../metering/closed-month/closed-month.ts';
import { type ContractRow, monthAt } from '../../../party/contract/contract.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { draftStatement, type MovedBefore } from '../signing/draft-statement.ts';
import { openMonthsBefore } from '../signing/due-month.queries.ts';
import { planStatement } from '../signing/plan-statement.ts';
import { type RatedMonth, rateChangedDays } from '../signing/rated-month.ts';
import { unsignedMonth } from '../signing/signable-month.ts';
import { isWaiting } from '../waiting/waiting-month.queries.ts';
import { movedBy, nothingYet } from './moved-by.ts';
import { previewOf } from './preview.ts';
import { inSnapshot } from './snapshot.ts';

interface RatedOf {
  readonly month: BillingMonth;
  readonly rated: RatedMonth;
}

/**
 * The statement of an open month, the running one unless another is named, as it would be signed with what is known now:
 * once earlier months that are open are signed, since those take vouchers and credit first. Rates what has changed, as a
 * calculation does, before anything is read for the plan; books nothing.
 */
export async function previewMonth(
  ctx: Pick<OnContract<ReadContext>, keyof Deps | 'now' | 'contract'> & AskedBy,
  { query }: { query: ParsedQuery<typeof statements.dynamicPreview> },
): Promise<StatementPreview> {
  const { db, now, contract } = ctx;
  const text = query.month ?? monthAt(contract, now);
  const { previewed, earlier } = await startingOver(() => rateThrough(ctx, text));
  return inSnapshot(db, async (tx) => {
    await unsignedMonth(tx, contract, text, now);
    const moved = await movedByEarlier(tx, contract, earlier);
    const signedAt = new Date(Math.max(now.getTime(), signAt(previewed.month, billingZoneOf(contract.currency))));
    const hasWaited = await isWaiting(tx, contract.id, previewed.month);
    return previewOf(
      await planStatement(tx, contract, { ...previewed, signedAt, hasWaited, moved }),
      readerOf(ctx),
      now,
    );
  });
}

async function rateThrough(
  ctx: Pick<OnContract<ReadContext>, keyof Deps | 'now' | 'contract'>,
  text: string,
): Promise<{ previewed: RatedOf; earlier: RatedOf[] }> {
  const { db, now, contract } = ctx;
  const month = await unsignedMonth(db, contract, text, now);
  const earlier: RatedOf[] = [];
  // No month of a study is ever signed, so none takes anything.
  for (const before of contract.is_study ? [] : await openMonthsBefore(db, contract.id, month))
    earlier.push({ month: before, rated: await rateChangedDays(ctx, contract, before) });
  return { previewed: { month, rated: await rateChangedDays(ctx, contract, month) }, earlier };
}

/** What earlier months take, those of them that are not signed by now. */
async function movedByEarlier(tx: Tx, contract: ContractRow, earlier: readonly RatedOf[]): Promise<MovedBefore> {
  const closed = await closedMonths(tx, contract.id);
  let moved = nothingYet;
  for (const { month, rated } of earlier.filter((each) => !closed.has(each.month)))
    moved = movedBy(moved, await draftStatement(tx, contract, { month, ...rated }, moved));
  return moved;
}
