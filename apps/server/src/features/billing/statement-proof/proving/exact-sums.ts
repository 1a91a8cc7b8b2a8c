import type { ExactSum } from '@usance/api/billing/statement-proof';
import { compare, type Exact, formatDecimal, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import type { ReadContext } from '#platform/context/context.ts';
import { isRatedAs, noTotals, totalsOfRuns } from '../../../metering/rating/engine/run-totals.ts';
import { linesOfRuns, type MonthLine } from '../../purchase/month-lines.ts';
import { ofRuns, runParams } from '../../purchase/selection/purchase-selection.ts';
import { type Digested, statementDigest } from '../../statement/signing/statement-digest.ts';
import type { StoredStatement } from './stored-statement.ts';

type OfStatement = Pick<StoredStatement, 'statement'>;

/** The identity of a statement in its digest. */
export const digestedOf = ({ statement }: OfStatement): Digested => ({
  contractId: statement.contract_id,
  month: statement.month,
  currency: statement.currency,
  marketplaceMetered: statement.marketplace_metered,
});

/** The digest of lines that are said to be those of a statement. */
export const linesDigestOf = (of: OfStatement, lines: readonly MonthLine[]): string =>
  statementDigest(digestedOf(of), lines);

/** Sums the month in each way, and compares each sum with what was signed. */
export async function exactSumsOf(
  { clickhouse }: Pick<ReadContext, 'clickhouse'>,
  stored: StoredStatement,
): Promise<ExactSum[]> {
  const { statement, runs, sums, isCarried } = stored;
  const asSigned = (of: ExactSum['of'], found: { count: number; amount: Exact; agrees: boolean }): ExactSum => ({
    of,
    count: found.count,
    ...withFormatted({ amount: formatDecimal(found.amount, 12) }, statement.currency, 12),
    agrees: found.agrees && compare(found.amount, statement.exact_amount) === 0,
  });
  const areLinesWhole =
    Number(sums.lines) === statement.line_count && linesDigestOf(stored, stored.lines) === statement.digest;
  const lines = asSigned('lines', { count: Number(sums.lines), amount: sums.lines_exact, agrees: areLinesWhole });
  if (isCarried) return [lines];
  const params = runParams(statement.contract_id, runs);
  const totals = await totalsOfRuns(clickhouse, ofRuns.join(' AND '), params);
  const skus = await linesOfRuns(clickhouse, statement.contract_id, runs);
  return [
    asSigned('rows', {
      count: Number([...totals.values()].reduce((rows, run) => rows + run.slices, 0n)),
      amount: sum([...totals.values()].map(({ amount }) => amount)),
      agrees: runs.every((run) => isRatedAs(run, totals.get(run.runNo) ?? noTotals)),
    }),
    asSigned('days', {
      count: Number(sums.rated_days),
      amount: sums.rated,
      agrees: sums.rated_rows === sums.rows,
    }),
    asSigned('skus', {
      count: skus.length,
      amount: sum(skus.map(({ amount }) => amount)),
      agrees: linesDigestOf(stored, skus) === statement.digest,
    }),
    lines,
  ];
}
