import type { Statement, statements } from '@usance/api/billing/statement';
import type { ParsedBody } from '@usance/api/call';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { Deps, OnContract, ReadContext, Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../../contract/contract/locked.ts';
import { refuseClockAhead } from '../../calendar/refuse-clock-ahead.ts';
import { linesOfStatement } from '../../statement-record/statement.queries.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { statementOf } from '../content/statement.ts';
import { type RatedThroughMonth, rateThroughMonth } from './month/rate-through-month.ts';
import { rateMonth } from './month/rated-month.ts';
import { assertSignable } from './month/signable-month.ts';
import { signStatement } from './sign-statement.ts';

type Input = { readonly body: ParsedBody<typeof statements.sign> };

/**
 * Before the transaction: rates the month, if it can be signed, and earlier open ones. Refuses like
 * `refuseClockAhead`, `assertSignable` and `rateMonth`.
 */
export async function rateToSign(
  ctx: Pick<OnContract<ReadContext>, keyof Deps | 'now' | 'contract'>,
  { body }: Input,
): Promise<RatedThroughMonth> {
  await refuseClockAhead(ctx.db, ctx.now);
  const month = parseBillingMonth(body.month);
  await assertSignable(ctx.db, ctx.contract, month, ctx.now);
  return rateThroughMonth(ctx, ctx.contract, month, rateMonth);
}

/**
 * In the transaction: signs the rated month and returns its statement with lines. Refuses like `refuseClockAhead` and
 * `signStatement`.
 */
export async function signRated(
  ctx: OnLocked<Work & AskedBy>,
  _input: Input,
  toSign: RatedThroughMonth,
): Promise<Statement> {
  await refuseClockAhead(ctx.tx, ctx.now);
  const row = await signStatement(ctx, ctx.contract, toSign);
  return statementOf(row, await linesOfStatement(ctx.tx, row.contract_id, row.id), readerOf(ctx), ctx.now);
}
