import { formatDecimal } from '@usance/money/decimal';
import { parseBillingMonth } from '@usance/period/billing-month';
import { type Day, parseDay } from '@usance/period/day';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import { isAway } from '#platform/clickhouse/is-away.ts';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { getContract, lockContract } from '../../../contract/contract/contract.queries.ts';
import { billingDaySql } from '../../billing-day/billing-day-sql.ts';
import { markUsedDays } from '../../billing-day/dirty-days.ts';
import { countUsedDays, type UsedDay, usedDaysOf } from '../../billing-day/used-days.ts';
import { closedMonths } from '../../closed-month/closed-month.ts';
import { keptHours } from '../moving/pending-rows.ts';
import { type BatchesBut, batchesBut, inBatchesBut } from './batches-but.ts';
import { doubledAmong } from './doubled-batches.ts';
import { wrongBatches } from './wrong-batches.ts';

/** What a contract acknowledged before days were counted, and why it stays uncounted where it does: one sentence. */
export interface FormerUsage {
  readonly contractId: string;
  readonly rows: bigint;
  readonly problem?: string;
}

/**
 * Counts what was acknowledged before days were counted: what the usage database has of it, and what waits to be moved;
 * answers what it found uncounted. A contract that has other rows than it acknowledged, or keeps some that cannot be read,
 * stays uncounted, with an alarm, and is not billed; one that cannot be counted holds up no other. Once for each contract,
 * and safe to repeat; with nothing to count it is one query.
 */
export async function countFormerUsage(deps: Engines): Promise<FormerUsage[]> {
  const waiting = await deps.db.selectFrom('usage_to_count').selectAll().orderBy('contract_id').execute();
  const found: FormerUsage[] = [];
  for (const { contract_id: contractId, through_batch } of waiting) {
    const batches = await formerBatches(deps.db, contractId, through_batch);
    const rows = batches.reduce((all, batch) => all + BigInt(batch.rows), 0n);
    const problem = await countOne(deps, contractId, through_batch, batches).catch(async (error: unknown) => {
      if (await isAway(deps.clickhouse, error)) throw error;
      return `it could not be counted: ${error instanceof Error ? error.message : String(error)}`;
    });
    if (problem !== undefined)
      deps.log.error({ contractId, acknowledged: rows, problem }, 'usage of before days were counted stays uncounted');
    found.push({ contractId, rows, ...(problem !== undefined && { problem }) });
  }
  return found;
}

function formerBatches(db: Db, contractId: string, throughBatch: string) {
  return db
    .selectFrom('usage_batch')
    .select([
      'batch_no',
      'id',
      'rows',
      (eb) => eb.case().when('moved_at', 'is', null).then(eb.ref('payload')).end().as('payload'),
    ])
    .where('contract_id', '=', contractId)
    .where('batch_no', '<=', throughBatch)
    .execute();
}
type FormerBatch = Awaited<ReturnType<typeof formerBatches>>[number];

/** Counts a contract, or answers why not. */
async function countOne(
  deps: Engines,
  contractId: string,
  throughBatch: string,
  batches: readonly FormerBatch[],
): Promise<string | undefined> {
  const zone = billingZoneOf((await getContract(deps.db, contractId)).currency);
  // Some of their rows may be there already: they are counted from here.
  const [moved, waiting] = [batches.filter(isMoved), batches.filter((batch) => !isMoved(batch))];
  const kept = waiting.map(({ payload }) => keptHours(payload ?? '[]', contractId, zone));
  if (!waiting.every(({ rows }, at) => kept[at]?.length === Number(rows)))
    return 'what is kept of it to be stored cannot be read';
  // Before days are read: from when each batch is there as it should be, nobody changes any.
  if (!(await isEachStored(deps, contractId, throughBatch, moved)))
    return 'what is stored of it is not what was acknowledged';
  const numbers = waiting.map(({ batch_no }) => BigInt(batch_no));
  const days = await storedDays(deps, { contractId, zone }, batchesBut(numbers, BigInt(throughBatch)));
  const rowsThere = days.flat().reduce((rows, day) => rows + day.rows, 0n);
  const acknowledged = moved.reduce((all, batch) => all + BigInt(batch.rows), 0n);
  if (rowsThere !== acknowledged) return `${rowsThere} rows are stored of it, and ${acknowledged} were acknowledged`;
  await keep(deps.db, contractId, [...days, usedDaysOf(kept.flat())]);
  return undefined;
}

const isMoved = ({ payload }: FormerBatch) => payload === null;

/** Batch by batch, and no record twice: what is there twice would make up for what another batch, or the same, lacks. */
async function isEachStored(
  engines: Engines,
  contractId: string,
  throughBatch: string,
  moved: readonly FormerBatch[],
): Promise<boolean> {
  for await (const { isSetAside } of wrongBatches(engines, { contractId, throughBatch: BigInt(throughBatch) }))
    if (!isSetAside) return false;
  const batches = moved.map(({ batch_no, id }) => ({ contractId, no: BigInt(batch_no), id }));
  return (await doubledAmong(engines, batches)).size === 0;
}

async function storedDays(
  { clickhouse }: Engines,
  { contractId, zone }: { readonly contractId: string; readonly zone: BillingZone },
  pieces: readonly BatchesBut[],
): Promise<UsedDay[][]> {
  const found: UsedDay[][] = [];
  for (const piece of pieces) {
    const stored = await clickhouse.query<{ day: string; rows: string; quantity: string }>(
      `SELECT toString(${billingDaySql('bill_at', zone)}) AS day, count() AS rows, sum(quantity) AS quantity
       FROM usage_record WHERE contract_id = {contractId:String} AND ${inBatchesBut} GROUP BY day`,
      { contractId, ...piece },
    );
    found.push(
      stored.map(({ day, rows, quantity }): UsedDay => {
        return { contractId, day: parseDay(day), rows: BigInt(rows), quantity: formatDecimal(quantity) };
      }),
    );
  }
  return found;
}

/** They are marked too: while it was uncounted, days of which all was missing may have been rated at nothing. */
async function keep(db: Db, contractId: string, counted: readonly (readonly UsedDay[])[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    const gone = await tx.deleteFrom('usage_to_count').where('contract_id', '=', contract.id).executeTakeFirstOrThrow();
    if (gone.numDeletedRows === 0n) return;
    const closed = await closedMonths(tx, contract.id);
    const days = new Map(counted.flat().map(({ day }) => [day, { contractId, day }]));
    const open = [...days.values()].filter(({ day }) => !closed.has(parseBillingMonth(day.slice(0, 7))));
    await markUsedDays(tx, open.filter(canBeRated));
    for (const some of counted) await countUsedDays(tx, some);
  });
}

/** What the database takes marks of: usage was let in once of any hour, and stored from 1970 to 2106. */
const canBeRated = ({ day }: { readonly day: Day }) => day >= '2000-01-01' && day <= '2101-01-01';

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'log'>;
