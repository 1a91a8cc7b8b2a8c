import type { Currency } from '@usance/money/currency';
import { compare, formatDecimal, negate, sum } from '@usance/money/decimal';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { billingDaySql } from '../billing-day/billing-day-sql.ts';
import { type UsedDay, usedDaysOf } from '../billing-day/used-days.ts';
import { batchesBut, inBatchesBut } from './mending/batches-but.ts';
import { keptHours } from './payload/kept-hours.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

/** The days in memory at a time; they block the event loop for some tens of milliseconds. */
const daysUsually = 10_000;
/** The most contracts in a piece, however few days they have. */
const contractsAtOnce = 1_000;
/** A payload may have half a megabyte. */
const payloadsAtOnce = 200;

/**
 * Compares the acknowledged records and quantities of each contract's billing days with the usage database and with the
 * batches; yields a sentence for each difference. Works in pieces of contracts, with constant memory.
 */
export async function* verifyUsageDays(engines: Engines, daysAtOnce = daysUsually): AsyncGenerator<string> {
  yield* await verifyCounts(engines);
  for (const piece of await piecesOf(engines.db, daysAtOnce)) yield* await verifyStoredDays(engines, piece);
}

/** The days of a contract must count as many records as its batches. */
async function verifyCounts({ db }: Pick<Engines, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with taken as (
        select contract_id, sum(rows) as rows from (
          select contract_id, rows from usage_batch where again_of is null
          union all select contract_id, rows from forgotten_batches) as batches
        group by contract_id),
      counted as (select contract_id, sum(rows) as rows from usage_day group by contract_id)
    select format('%s: %s records were acknowledged in batches, and %s are counted in days', contract_id,
      coalesce(taken.rows, 0), coalesce(counted.rows, 0)) as problem
    from taken full join counted using (contract_id)
    where coalesce(taken.rows, 0) <> coalesce(counted.rows, 0)
    order by contract_id`.execute(db);
  return rows.map(({ problem }) => problem);
}

/**
 * Contracts with adjacent ids, and the range of ids they cover: rows of unknown contracts in the range are found, too.
 */
interface Piece {
  readonly zoneOf: ReadonlyMap<string, BillingZone>;
  /** Exclusive. */
  readonly after: string;
  /** Inclusive. */
  readonly through: string;
}

/** Above all ids, which are ASCII. */
const lastOfAll = '\u{10ffff}';

async function piecesOf(db: Engines['db'], daysAtOnce: number): Promise<Piece[]> {
  const { rows } = await sql<{ id: string; currency: Currency; days: number }>`
    select id, currency, coalesce(days, 0)::int as days
    from contract left join (select contract_id, count(*) as days from usage_day group by contract_id) as used
      on used.contract_id = contract.id`.execute(db);
  const pieces: (Piece & { readonly zoneOf: Map<string, BillingZone> })[] = [];
  let [days, after] = [0, ''];
  // In order of code units, like in the usage database.
  for (const { id, currency, days: own } of rows.sort((left, right) => (left.id < right.id ? -1 : 1))) {
    const open = pieces.at(-1);
    if (open && days + own <= daysAtOnce && open.zoneOf.size < contractsAtOnce) {
      open.zoneOf.set(id, billingZoneOf(currency));
      pieces[pieces.length - 1] = { ...open, through: id };
      days += own;
    } else {
      pieces.push({ zoneOf: new Map([[id, billingZoneOf(currency)]]), after, through: id });
      days = own;
    }
    after = id;
  }
  const last = pieces.pop() ?? { zoneOf: new Map(), after: '', through: '' };
  return [...pieces, { ...last, through: lastOfAll }];
}

type DayTotal = Pick<UsedDay, 'contractId' | 'quantity'> & { readonly day: string; readonly rows: bigint };

async function verifyStoredDays(engines: Engines, piece: Piece): Promise<string[]> {
  const { due, last, waiting } = await dueDays(engines.db, piece);
  const found: DayTotal[] = [];
  for (const batches of batchesBut(waiting, last)) {
    // Grouped by the day in both zones; the contract decides which one applies.
    const stored = await engines.clickhouse.query<StoredDay>(
      `SELECT contract_id, toString(${billingDaySql('bill_at', 'UTC')}) AS utc,
         toString(${billingDaySql('bill_at', 'Asia/Shanghai')}) AS chinese,
         count() AS rows, sum(quantity) AS quantity
       FROM usage_record
       WHERE contract_id > {after:String} AND contract_id <= {until:String} AND ${inBatchesBut} GROUP BY contract_id, utc, chinese`,
      { after: piece.after, until: piece.through, ...batches },
    );
    for (const { contract_id: contractId, utc, chinese, rows, quantity } of stored) {
      const day = piece.zoneOf.get(contractId) === 'Asia/Shanghai' ? chinese : utc;
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

/** The days that the usage database must have: the counted ones less those of waiting batches, up to a batch number. */
async function dueDays(db: Engines['db'], { zoneOf }: Piece) {
  const contractIds = [...zoneOf.keys()];
  const { counted, less, waiting, last } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      counted: await tx.selectFrom('usage_day').selectAll().where('contract_id', '=', any(contractIds)).execute(),
      ...(await waitingOf(tx, zoneOf)),
      last: await tx
        .selectFrom('usage_batch')
        .select((eb) => eb.fn.max('batch_no').as('no'))
        .executeTakeFirst(),
    }));
  const totals = counted.map(({ contract_id, day, rows, quantity }): DayTotal => {
    return { contractId: contract_id, day, rows: BigInt(rows), quantity };
  });
  return { due: summed([...totals, ...less]), last: BigInt(last?.no ?? 0), waiting };
}

/** The negated totals of unmoved batches by day, and their numbers. */
async function waitingOf(tx: Tx, zoneOf: Piece['zoneOf']) {
  let less: DayTotal[] = [];
  const waiting: bigint[] = [];
  for (;;) {
    const batches = await tx
      .selectFrom('usage_batch')
      .select(['contract_id', 'batch_no', 'payload'])
      .where('moved_at', 'is', null)
      .where('contract_id', '=', any([...zoneOf.keys()]))
      .where('batch_no', '>', String(waiting.at(-1) ?? -1))
      .orderBy('batch_no')
      .limit(payloadsAtOnce)
      .execute();
    if (batches.length === 0) return { less, waiting };
    waiting.push(...batches.map(({ batch_no }) => BigInt(batch_no)));
    const hours = batches.flatMap(({ contract_id: contractId, payload }) =>
      keptHours(payload ?? '', contractId, zoneOf.get(contractId) ?? 'UTC'),
    );
    const taken = usedDaysOf(hours).map(({ contractId, day, rows, quantity }): DayTotal => {
      return { contractId, day, rows: -rows, quantity: formatDecimal(negate(quantity)) };
    });
    less = summed([...less, ...taken]);
  }
}

/** One parameter for any number of ids. */
const any = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;

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
