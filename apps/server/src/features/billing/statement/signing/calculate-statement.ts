import type { statements } from '@usance/api/billing/statement';
import type { CallReply, ParsedBody } from '@usance/api/call';
import { formatDecimal, zero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { Deps, OnContract, ReadContext } from '#platform/context/context.ts';
import { startingOver } from '#platform/start-over.ts';
import { lineOf } from '../content/statement.ts';
import { draftStatement } from './draft-statement.ts';
import { rateThroughMonth } from './month/rate-through-month.ts';
import { rateMonth } from './month/rated-month.ts';
import { assertOpenMonth } from './month/signable-month.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Returns the result of signing a month now, even the current one, without storing a statement. A study has nothing
 * payable.
 */
export async function calculateStatement(
  ctx: Pick<OnContract<ReadContext>, keyof Deps | 'now' | 'contract'>,
  { body }: { body: ParsedBody<typeof statements.calculate> },
): Promise<CallReply<typeof statements.calculate>> {
  const { db, now, contract } = ctx;
  const { id, currency } = contract;
  const month = parseBillingMonth(body.month);
  const { rated } = await startingOver(async () => {
    await assertOpenMonth(db, contract, month, now);
    return rateThroughMonth(ctx, contract, month, rateMonth);
  });
  const draft = await inSnapshot(db, async (tx) => {
    await assertOpenMonth(tx, contract, month, now);
    return draftStatement(tx, contract, { month, ...rated });
  });
  return {
    contractId: id,
    month,
    ...withFormatted({ amount: draft.amount }, currency),
    payableAmount: contract.is_study ? formatDecimal(zero, 8) : draft.payable,
    lines: draft.lines.map((line, lineNo) => lineOf(line, currency, lineNo)),
  };
}
