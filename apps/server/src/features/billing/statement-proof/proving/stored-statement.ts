import { firstDayOf, lastDayOf, parseBillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/postgres/database.ts';
import { notFound } from '#platform/refusal.ts';
import { type LiveRun, liveRuns } from '../../../metering/billing-day/live-runs.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import { type PaidSums, paidSums } from '../../settlement/paid-sums.ts';
import { shownLineOf } from '../../statement/content/statement.ts';
import type { ShownLine } from '../../statement/content/statement-amounts.ts';
import { inSnapshot } from '../../statement/signing/snapshot.ts';
import { verifySharesOf } from '../../statement/verify-shares.ts';
import { type SignedSums, signedSums } from '../../statement-record/signed-sums.ts';
import {
  findStatements,
  linesOfStatement,
  monthsSignedElsewhere,
  type StatementRow,
} from '../../statement-record/statement.queries.ts';
import { type ProvenDeduction, provenDeductions } from './proven-deductions.ts';

/** A statement with everything that PostgreSQL has to compare it with, of one snapshot. */
export interface StoredStatement {
  readonly statement: StatementRow;
  readonly lines: readonly ShownLine<MonthLine>[];
  readonly runs: readonly LiveRun[];
  readonly sums: SignedSums;
  readonly paid: PaidSums;
  readonly deductions: readonly ProvenDeduction[];
  /** True if it came with an archive, without its rows. */
  readonly isCarried: boolean;
  /** True if the marketplace's part is that of its hours. */
  readonly isShareRight: boolean;
}

/** Reads it, or refuses with 404. */
export function storedStatement(db: Db, contractId: string, statementId: string): Promise<StoredStatement> {
  return inSnapshot(db, async (tx) => {
    const [statement] = await findStatements(tx, contractId, [statementId]);
    if (!statement) throw notFound('STATEMENT_NOT_FOUND');
    const month = parseBillingMonth(statement.month);
    return {
      statement,
      lines: (await linesOfStatement(tx, contractId, statementId)).map(shownLineOf),
      runs: await liveRuns(tx, contractId, firstDayOf(month), lastDayOf(month)),
      deductions: await provenDeductions(tx, statement),
      ...(await comparedSums(tx, contractId, statementId)),
      isCarried: (await monthsSignedElsewhere(tx, contractId)).has(month),
      isShareRight: (await verifySharesOf(tx, contractId, month)).length === 0,
    };
  });
}

async function comparedSums(tx: Tx, contractId: string, statementId: string) {
  const ofStatement = sql`where contract_id = ${contractId} and id = ${statementId}`;
  const signed = await sql<SignedSums>`select * from ${signedSums(contractId)} signed ${ofStatement}`.execute(tx);
  const payments = await sql<PaidSums>`select * from ${paidSums} paid ${ofStatement}`.execute(tx);
  const [sums, paid] = [signed.rows[0], payments.rows[0]];
  if (!sums || !paid) throw notFound('STATEMENT_NOT_FOUND');
  return { sums, paid };
}
