import { ClickHouseError } from '@clickhouse/client';
import { ClickHouseUnavailable } from '../../../platform/clickhouse/errors.ts';
import type { Deps } from '../../../platform/context/context.ts';
import { verifyHolds } from '../../billing/hold/verify-holds.ts';
import { verifyVouchers } from '../../billing/voucher/verify-vouchers.ts';
import { verifyMarketplaceHours } from '../../marketplace/hour/verify-hours.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { verifyOffers } from '../../sale/private-offer/verify-offers.ts';
import { whatIsApart } from '../epoch/epoch.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';
import { verifyFormerContracts } from './verify-former-contracts.ts';
import { verifyRated } from './verify-rated.ts';
import { verifyShares } from './verify-shares.ts';
import { verifyStatements } from './verify-statements.ts';
import { verifyTerms } from './verify-terms.ts';
import { verifyTimes } from './verify-times.ts';
import { verifyUsage } from './verify-usage.ts';

/** What was looked at, and what is wrong with it, one sentence each. */
export interface Verified {
  readonly check: string;
  /** The first hundred. */
  readonly problems: readonly string[];
  /** How many there are. */
  readonly problemCount: number;
  /** It was looked at to its end. Otherwise the last of its problems says why not, and nobody knows whether there are more. */
  readonly isMade: boolean;
}

const mostProblems = 100;

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock'>;
type Look = (engines: Engines) => AsyncIterable<string> | Promise<readonly string[]>;

const checks: readonly (readonly [check: string, look: Look])[] = [
  ['the two databases belong together', whatIsApart],
  ['usage is stored as it was acknowledged', (engines) => verifyUsage(engines)],
  ['what counts is what was rated', (engines) => verifyRated(engines)],
  ['statements say what their lines and their months come to', ({ db }) => verifyStatements(db)],
  ['what was agreed for a time holds one at a time', ({ db }) => verifyTerms(db)],
  ['prices and tiers of offers are what the offers say', ({ db }) => verifyOffers(db)],
  ['the ledger balances', ({ db }) => verifyLedger(db)],
  ['held cash is what its causes ask for', ({ db }) => verifyHolds(db)],
  ['vouchers are worth what is left, redeemed and overdue', ({ db }) => verifyVouchers(db)],
  ['marketplaces are told each hour once', ({ db }) => verifyMarketplaceHours(db)],
  ['statements leave to marketplaces what is theirs', ({ db }) => verifyShares(db)],
  ['data clouds were of one contract at each time', ({ db }) => verifyFormerContracts(db)],
  ['no money moves in times that are still to come', (engines) => verifyTimes(engines)],
  ['account periods are what their rule derives', ({ db }) => verifyAccountPeriods(db)],
];

/**
 * Holds the whole installation against itself, reading only: the two databases against each other, what is stored against
 * what was acknowledged, what counts against what was rated, statements against their lines, terms against each other, prices and tiers against accepted offers, the
 * ledger against its entries, held cash against its causes, vouchers against both, what marketplaces were told against its hours
 * and what is theirs against what was signed, data clouds against the contracts that they were of, times against the
 * clock, account periods against their rule. Usage that comes in and days that are rated meanwhile can show as a
 * difference once and not again. A check for which the usage database has no room or no answer is told as not made, and
 * the others go on.
 */
export async function* verifyInstallation(engines: Engines): AsyncGenerator<Verified> {
  for (const [check, look] of checks) yield { check, ...(await lookedAt(engines, look)) };
}

async function lookedAt(engines: Engines, look: Look): Promise<Omit<Verified, 'check'>> {
  const problems: string[] = [];
  let problemCount = 0;
  try {
    for await (const problem of await look(engines)) {
      problemCount += 1;
      if (problems.length < mostProblems) problems.push(problem);
    }
  } catch (error) {
    if (!(error instanceof ClickHouseUnavailable || error instanceof ClickHouseError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    const whyNot = `This check could not be made: ${cause.slice(0, 300)}`;
    return {
      problems: [...problems.slice(0, mostProblems - 1), whyNot],
      problemCount: problemCount + 1,
      isMade: false,
    };
  }
  return { problems, problemCount, isMade: true };
}
