import { compare, formatDecimal, negate, sum } from '@usance/money/decimal';
import { billingZoneOf, offsetMs } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import { type UsedDay, type UsedHour, usedDaysOf } from '../../metering/billing-day/used-days.ts';
import { batchesBut, inBatchesBut } from '../../metering/usage/mending/batches-but.ts';
import { hoursIn } from '../../metering/usage/moving/pending-rows.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

/**
 * Records and quantities by contract and billing day: what was acknowledged against what the usage database has, and
 * against the batches. One sentence for each that differs.
 */
export async function verifyUsageDays(engines: Engines): Promise<string[]> {
  return [...(await verifyCounts(engines)), ...(await verifyStoredDays(engines))];
}

/** What is counted by day is what was taken in by batch. */
async function verifyCounts({ db }: Pick<Engines, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with taken as (select contract_id, sum(rows) as rows from usage_batch where again_of is null group by contract_id),
      counted as (select contract_id, sum(rows) as rows from usage_day group by contract_id)
    select format('%s: %s records were acknowledged in batches, and %s are counted in days', contract_id,
      coalesce(taken.rows, 0), coalesce(counted.rows, 0)) as problem
    from taken full join counted using (contract_id)
    where coalesce(taken.rows, 0) <> coalesce(counted.rows, 0)
    order by contract_id`.execute(db);
  return rows.map(({ problem }) => problem);
}

type DayTotal = Pick<UsedDay, 'contractId' | 'quantity'> & { readonly day: string; readonly rows: bigint };

async function verifyStoredDays(engines: Engines): Promise<string[]> {
  const { due, last, waiting, zoneOf } = await dueDays(engines.db);
  const found: DayTotal[] = [];
  for (const piece of batchesBut(waiting, last)) {
    // Each row under its day in both zones: which one holds is the contract's to say.
    const stored = await engines.clickhouse.query<StoredDay>(
      `SELECT contract_id, toString(toDate(bill_at)) AS utc, toString(toDate(bill_at + toIntervalSecond({offset:Int32}))) AS chinese,
         count() AS rows, sum(quantity) AS quantity
       FROM usage_record WHERE ${inBatchesBut} GROUP BY contract_id, utc, chinese`,
      { offset: offsetMs('Asia/Shanghai') / 1_000, ...piece },
    );
    for (const { contract_id: contractId, utc, chinese, rows, quantity } of stored) {
      const day = zoneOf.get(contractId) === 'Asia/Shanghai' ? chinese : utc;
      found.push({ contractId, day, rows: BigInt(rows), quantity });
    }
  }
  return differences(due, summed(found));
}

interface StoredDay {
  readonly contract_id: string;
  readonly utc: string;
  readonly chinese: string;
  readonly rows: string;
  readonly quantity: string;
}

/** What the usage database must have: days as they were counted, less what still waits, by batches up to a number. */
async function dueDays(db: Engines['db']) {
  const { counted, batches, last, contracts } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      counted: await tx.selectFrom('usage_day').selectAll().execute(),
      batches: await tx
        .selectFrom('usage_batch')
        .select(['contract_id', 'batch_no', 'payload'])
        .where('moved_at', 'is', null)
        .execute(),
      last: await tx
        .selectFrom('usage_batch')
        .select((eb) => eb.fn.max('batch_no').as('no'))
        .executeTakeFirst(),
      contracts: await tx.selectFrom('contract').select(['id', 'currency']).execute(),
    }));
  const zoneOf = new Map(contracts.map(({ id, currency }) => [id, billingZoneOf(currency)]));
  const waiting = batches.flatMap(({ contract_id, payload }) =>
    hoursOrNone(payload ?? '[]', contract_id, zoneOf.get(contract_id) ?? 'UTC'),
  );
  const totals = counted.map(({ contract_id, day, rows, quantity }): DayTotal => {
    return { contractId: contract_id, day, rows: BigInt(rows), quantity };
  });
  const less = usedDaysOf(waiting).map(({ contractId, day, rows, quantity }): DayTotal => {
    return { contractId, day, rows: -rows, quantity: formatDecimal(negate(quantity)) };
  });
  return {
    due: summed([...totals, ...less]),
    last: BigInt(last?.no ?? 0),
    waiting: batches.map(({ batch_no }) => BigInt(batch_no)),
    zoneOf,
  };
}

/** A payload that cannot be read was set aside, which is told already. */
function hoursOrNone(...given: Parameters<typeof hoursIn>): UsedHour[] {
  try {
    return hoursIn(...given);
  } catch {
    return [];
  }
}

function summed(totals: readonly DayTotal[]): DayTotal[] {
  return [...Map.groupBy(totals, dayKeyOf).values()].flatMap((days) => {
    const [first] = days;
    const rows = days.reduce((all, day) => all + day.rows, 0n);
    return first ? [{ ...first, rows, quantity: formatDecimal(sum(days.map(({ quantity }) => quantity))) }] : [];
  });
}

const dayKeyOf = ({ contractId, day }: DayTotal) => `${contractId}: ${day}`;

function differences(due: readonly DayTotal[], stored: readonly DayTotal[]): string[] {
  const dueOf = new Map(due.map((total) => [dayKeyOf(total), total]));
  const storedOf = new Map(stored.map((total) => [dayKeyOf(total), total]));
  const none = { rows: 0n, quantity: '0' };
  return [...new Set([...dueOf.keys(), ...storedOf.keys()])].sort().flatMap((key) => {
    const [wanted, found] = [dueOf.get(key) ?? none, storedOf.get(key) ?? none];
    if (wanted.rows === found.rows && compare(wanted.quantity, found.quantity) === 0) return [];
    return `${key} was acknowledged with ${wanted.rows} records of ${wanted.quantity}, and the usage database has ${found.rows} of ${found.quantity}`;
  });
}
