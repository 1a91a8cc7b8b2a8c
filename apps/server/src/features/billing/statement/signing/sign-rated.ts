import type { ParsedBody } from '@usance/api/call';
import type { Statement, statements } from '@usance/api/statement';
import type { Deps, OnContract, ReadContext, Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../../contract/contract/locked.ts';
import { refuseClockAhead } from '../../calendar/refuse-clock-ahead.ts';
import { linesOfStatement } from '../../statement-record/statement.queries.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { statementOf } from '../content/statement.ts';
import { type RatedThroughMonth, rateThroughMonth } from './rate-through-month.ts';
import { rateMonth } from './rated-month.ts';
import { signStatement } from './sign-statement.ts';
import { signableMonth } from './signable-month.ts';

type Input = { readonly body: ParsedBody<typeof statements.sign> };

/**
 * Before the transaction: rates the month, if it can be signed, and earlier open ones. Refuses like
 * `refuseClockAhead`, `signableMonth` and `rateMonth`.
 */
export async function rateToSign(
  ctx: Pick<OnContract<ReadContext>, keyof Deps | 'now' | 'contract'>,
  { body }: Input,
  attempt: number,
): Promise<RatedThroughMonth> {
  await refuseClockAhead(ctx.db, ctx.now);
  const month = await signableMonth(ctx.db, ctx.contract, body.month, ctx.now);
  return rateThroughMonth(ctx, ctx.contract, month, (...of) => rateMonth(...of, attempt));
}

/**
 * In the transaction: signs the rated month and returns its statement with lines. Refuses like `refuseClockAhead` and
 * `signStatement`.
 */
export async function signRated(
  ctx: OnLocked<Work & AskedBy>,
  { body: { month } }: Input,
  toSign: RatedThroughMonth,
): Promise<Statement> {
  await refuseClockAhead(ctx.tx, ctx.now);
  const row = await signStatement(ctx, ctx.contract, { month, ...toSign });
  return statementOf(row, await linesOfStatement(ctx.tx, row.contract_id, row.id), readerOf(ctx), ctx.now);
}
