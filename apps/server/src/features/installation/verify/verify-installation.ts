import type { Deps } from '../../../platform/context/context.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { whatIsApart } from '../epoch/epoch.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';
import { verifyRated } from './verify-rated.ts';
import { verifyStatements } from './verify-statements.ts';
import { verifyUsage } from './verify-usage.ts';

/** What was looked at, and what is wrong with it, one sentence each. */
export interface Verified {
  readonly check: string;
  readonly problems: readonly string[];
}

/**
 * Holds the whole installation against itself, reading only: the two databases against each other, what is stored against
 * what was acknowledged, what counts against what was rated, statements against their lines, the ledger against its
 * entries, account periods against their rule. Usage that comes in and days that are rated meanwhile can show as a difference once and not again.
 */
export async function* verifyInstallation(engines: Pick<Deps, 'db' | 'clickhouse'>): AsyncGenerator<Verified> {
  const { db } = engines;
  yield { check: 'the two databases belong together', problems: await whatIsApart(engines) };
  yield { check: 'usage is stored as it was acknowledged', problems: await verifyUsage(engines) };
  yield { check: 'what counts is what was rated', problems: await verifyRated(engines) };
  yield { check: 'statements say what their lines and their months come to', problems: await verifyStatements(db) };
  yield { check: 'the ledger balances', problems: await verifyLedger(db) };
  yield { check: 'account periods are what their rule derives', problems: await verifyAccountPeriods(db) };
}
