import type { ParsedQuery } from '@usance/api/call';
import type { FocusReport, focus } from '@usance/api/installation/focus';
import { parseDay } from '@usance/period/day';
import { dayMs, type Instant, instant, plusHours, toRfc3339 } from '@usance/period/instant';
import type { Deps, SpanningContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { invalidParameter, type Refusal } from '#platform/refusal.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { liveRuns } from '../../metering/billing-day/live-runs.ts';
import { calculatePurchases } from '../../metering/rating/calculate-purchases.ts';
import { readLines } from '../../metering/usage/reading/read-lines.ts';
import { findAccountByIdentifier } from '../../people/account/account.queries.ts';
import { compareCosts } from './compare-costs.ts';
import { fileBytes } from './file-bytes.ts';
import { onOneLine } from './focus-cells.ts';
import { findCatalogue, type Installed, installCatalogue, type StudyOwner } from './install-catalogue.ts';
import { lineOfUsage, meterUsage } from './meter-usage.ts';
import { type FocusFile, readFocusFile } from './read-focus-file.ts';

type Query = ParsedQuery<typeof focus.import>;

const mostBytes = 64 * 1024 * 1024;
const demoAdmin = 'admin@demo.usance.dev';

/**
 * Creates a contract from a FOCUS cost file, rates its usage with our own engine and compares our amounts with the
 * file's. The report counts every row. An interrupted run continues on the contract that it created. Throws 400 for an
 * invalid file or one without ratable rows, which creates no contract, and 413 above 64 MiB.
 */
export async function importFocus(
  deps: Deps & Pick<SpanningContext, 'claim' | 'sealingKey'>,
  { body, query }: { body: AsyncIterable<Buffer>; query: Query },
): Promise<FocusReport> {
  const { made } = deps.claim;
  const before = made === undefined ? undefined : await getContract(deps.db, made);
  // Goes by the time of the first run, which decided the finished periods and so the result of the file.
  const file = await readFocusFile(readLines(fileBytes(body), mostBytes), before?.created_at ?? deps.clock.now());
  if (file.usages.length === 0) throw nothingToRate(file);
  const installed = before
    ? await findCatalogue(deps.db, file, before)
    : await install(deps, file, query, deps.sealingKey);
  const contract = before ?? (await getContract(deps.db, installed.contract.id));

  const refused = await meterUsage(deps, installed);
  for (const window of windowsOf(file)) await calculatePurchases({ ...deps, contract }, { body: window });
  return compareCosts(installed.contract, file, await ratedAmounts(deps, contract.id), refused);
}

const mostToldInWords = 5;

function nothingToRate({ notes }: FocusFile): Refusal {
  const told = notes.slice(0, mostToldInWords).map(({ line, message }) => `Line ${line}: ${message}`);
  const more = notes.length > told.length ? [`And ${notes.length - told.length} more lines.`] : [];
  return invalidParameter('', ['Nothing in the file can be rated.', ...told, ...more].join(' '));
}

async function install(
  { db, clock, log, claim }: Deps & Pick<SpanningContext, 'claim'>,
  file: FocusFile,
  query: Query,
  key: SealingKey,
): Promise<Installed> {
  const owner: StudyOwner = { name: nameOf(query.name || file.account), admin: await adminOf(db, query) };
  const installed = await db.transaction().execute(async (tx) => {
    const made = await installCatalogue({ tx, now: clock.now() }, file, owner, key);
    await claim.keep(tx, made.contract.id);
    return made;
  });
  log.info({ contractId: installed.contract.id, rows: file.rows }, 'a FOCUS file becomes a contract');
  return installed;
}

async function adminOf(db: DbOrTx, { admin, adminEmail }: Query): Promise<StudyOwner['admin']> {
  if (admin !== undefined) {
    const account = await db
      .selectFrom('account')
      .select(['id', 'identifier'])
      .where('id', '=', admin)
      .executeTakeFirst();
    if (!account) throw invalidParameter('admin', 'This account does not exist.');
    return account;
  }
  const account = await findAccountByIdentifier(db, adminEmail ?? demoAdmin);
  if (!account && adminEmail !== undefined) throw invalidParameter('adminEmail', 'No account has this e-mail address.');
  return account;
}

function nameOf(given: string): string {
  const name = onOneLine(given);
  return name === '' ? 'FOCUS' : name.slice(0, 100).toWellFormed();
}

const longestGapMs = 31 * dayMs;
const mostWindowMs = 300 * dayMs;

/** Returns windows that cover all usage without long stretches that have none. */
function windowsOf({ usages }: Pick<FocusFile, 'usages'>): { start: string; end: string }[] {
  const starts = [...new Set(usages.map(({ usage }) => usage.start))]
    .map((start) => instant(start))
    .sort((a, b) => a - b);
  const windows: { first: Instant; last: Instant }[] = [];
  for (const start of starts) {
    const open = windows.at(-1);
    if (open && start - open.last <= longestGapMs && start - open.first <= mostWindowMs) open.last = start;
    else windows.push({ first: start, last: start });
  }
  return windows.map(({ first, last }) => ({ start: toRfc3339(first), end: toRfc3339(plusHours(last, 1)) }));
}

/** Returns the amounts of the rows that count now, by line of the file. */
async function ratedAmounts(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  contractId: string,
): Promise<Map<number, string>> {
  const runs = await liveRuns(db, contractId, parseDay('1970-01-01'), parseDay('9999-12-31'));
  const rows = await clickhouse.query<{ usage_id: string; amount: string }>(
    `SELECT usage_id, amount FROM purchase
     WHERE contract_id = {contractId:String} AND run_no IN {runs:Array(UInt64)}`,
    { contractId, runs: runs.map(({ runNo }) => runNo) },
  );
  return new Map(rows.map((row) => [lineOfUsage(row.usage_id), row.amount]));
}
