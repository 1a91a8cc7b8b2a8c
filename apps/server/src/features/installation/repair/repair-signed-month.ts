import { compare, formatDecimal } from '@usance/money/decimal';
import { firstDayOf, lastDayOf } from '@usance/period/billing-month';
import type { Stores } from '#platform/context/context.ts';
import { databaseNow } from '#platform/postgres/database-now.ts';
import { Outdated, startingOver } from '#platform/start-over.ts';
import { linesOfRuns, type MonthLine } from '../../billing/purchase/month-lines.ts';
import { shownLineOf } from '../../billing/statement/content/statement.ts';
import { inStatementOrder, statementDigest } from '../../billing/statement/signing/statement-digest.ts';
import { linesOfStatement } from '../../billing/statement-record/statement.queries.ts';
import { getContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { type LiveRun, liveRuns } from '../../metering/billing-day/live-runs.ts';
import { refuseOldRuns } from '../../metering/rating/run/run-age.ts';
import type { DamagedMonth } from './lost-days.ts';
import { type Remade, rateLostDays } from './rate-lost-days.ts';

/**
 * Makes the lost rows of a signed month again. They count only if each day has its former totals and the month the
 * signed digest. Otherwise nothing changes, and the differences are returned, one sentence each.
 */
export function repairSignedMonth(deps: Stores, damaged: DamagedMonth): Promise<string[]> {
  const { contractId, month, lost } = damaged;
  return startingOver(async () => {
    const contract = await getContract(deps.db, contractId);
    const statement = await statementOf(deps.db, damaged);
    const signed = (await linesOfStatement(deps.db, contractId, statement.id)).map(shownLineOf);
    const counting = await liveRuns(deps.db, contractId, firstDayOf(month), lastDayOf(month));
    const began = await databaseNow(deps.db);
    const remade = await rateLostDays(deps, contract, { lost, lines: signed });
    const otherwise = remade.filter(
      ({ lost: day, rows, amount }) => rows !== day.rows || compare(amount, day.amount) !== 0,
    );
    if (otherwise.length > 0) return otherwise.map((each) => dayDiffers(contractId, each));
    const fresh = new Map(remade.map(({ lost: { runNo }, runNo: freshNo }) => [runNo, freshNo]));
    const runs = counting.map((run) => ({ ...run, runNo: fresh.get(run.runNo) ?? run.runNo }));
    const made = await linesOfRuns(deps.clickhouse, contractId, runs);
    const { marketplace_metered: marketplaceMetered } = statement;
    const of = { contractId, month, currency: contract.currency, marketplaceMetered };
    if (statementDigest(of, made) !== statement.digest) return linesDiffer(damaged, signed, made);
    await activate(deps, damaged, { remade, counting, statement, began });
    return [];
  });
}

type Signed = { readonly id: string; readonly digest: string; readonly marketplace_metered: string };

async function statementOf(db: Pick<Stores['db'], 'selectFrom'>, { contractId, month }: DamagedMonth): Promise<Signed> {
  const statement = await db
    .selectFrom('statement')
    .select(['id', 'digest', 'marketplace_metered'])
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .executeTakeFirst();
  if (statement === undefined) throw new Outdated(`The statement of ${month} was withdrawn meanwhile.`);
  return statement;
}

interface Remaking {
  readonly remade: readonly Remade[];
  readonly counting: readonly LiveRun[];
  readonly statement: Signed;
  readonly began: Date;
}

/** Throws Outdated if another statement was signed meanwhile, other runs count now, or these began too long ago. */
async function activate(
  { db }: Pick<Stores, 'db'>,
  damaged: DamagedMonth,
  { remade, counting, statement, began }: Remaking,
): Promise<void> {
  const { contractId, month } = damaged;
  await db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    await refuseOldRuns(tx, began);
    const { digest } = await statementOf(tx, damaged);
    const now = await liveRuns(tx, contract.id, firstDayOf(month), lastDayOf(month));
    const isSame = now.length === counting.length && now.every(({ runNo }, at) => runNo === counting[at]?.runNo);
    if (digest !== statement.digest || !isSame) throw new Outdated(`${month} has changed meanwhile.`);
    for (const { lost, runNo } of remade) {
      await tx
        .updateTable('rated_day')
        .set({ run_no: String(runNo) })
        .where('contract_id', '=', contract.id)
        .where('day', '=', lost.day)
        .execute();
    }
  });
}

function dayDiffers(contractId: string, { lost, rows, amount }: Remade): string {
  return `${contractId}: ${lost.day} was signed with ${lost.rows} rows of ${lost.amount}, and comes to ${rows} of ${formatDecimal(amount, 12)} today; it stays as it is`;
}

function linesDiffer({ contractId, month }: DamagedMonth, signed: readonly MonthLine[], made: readonly MonthLine[]) {
  const [told, found] = [signed, made].map((lines) => inStatementOrder(lines).map(lineTold));
  const missing = (these: readonly string[] = [], those: readonly string[] = []) =>
    these.filter((line) => !those.includes(line));
  return [
    ...missing(told, found).map(
      (line) => `${contractId}: the statement of ${month} has «${line}», and its rows today do not`,
    ),
    ...missing(found, told).map(
      (line) => `${contractId}: rows of ${month} come to «${line}» today, and its statement has no such line`,
    ),
  ];
}

function lineTold(line: MonthLine): string {
  const words = [
    line.product,
    line.type,
    line.subType,
    line.billingItem,
    line.cloudProvider,
    line.region,
    line.edition,
  ];
  const price = `${formatDecimal(line.listPrice, 12)} ${line.priceUnit} × ${formatDecimal(line.discount, 12)}`;
  const used = `${formatDecimal(line.consumption, 12)} ${line.consumptionUnit} in ${line.rows} rows${line.adjustment ? ', late' : ''}`;
  return `${words.filter(Boolean).join(', ')}: ${used} at ${price} = ${formatDecimal(line.amount, 12)}`;
}
