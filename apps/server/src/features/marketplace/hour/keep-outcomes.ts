import { compare, formatDecimal, isZero, multiply, subtract } from '@usance/money/decimal';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/postgres/database.ts';
import type { MeterOutcome } from '../provider/marketplace-provider.ts';
import { keepAdjustment } from './close-hours.ts';
import { nextTryAt } from './hour-rules.ts';

type HourRow = Selectable<Database['marketplace_hour']>;

/** Keeps what a marketplace has made of records, in one transaction; what another process has kept meanwhile stays. */
export async function keepOutcomes(
  db: Db,
  rows: readonly HourRow[],
  outcomes: ReadonlyMap<string, MeterOutcome>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // One order for everybody, or two could wait for each other.
    for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const outcome = outcomes.get(row.id) ?? { kind: 'retry', why: 'It was not answered.' };
      const ended = endOf(row, outcome);
      if (ended) await endHour(tx, row, ended, now);
      else if ('why' in outcome) await tryLater(tx, row, outcome.why, now);
    }
  });
}

interface End {
  readonly state: 'reported' | 'duplicate' | 'failed' | 'expired';
  /** What of it the marketplace bills. */
  readonly accepted: string;
  readonly recordId?: string;
  readonly failure?: string;
}

/** How a statement ends by what a marketplace says; undefined where it is sent again. */
function endOf({ quantity }: HourRow, outcome: MeterOutcome): End | undefined {
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'reported', accepted: quantity, recordId: outcome.recordId };
    case 'duplicate': {
      // Azure keeps the first value also where it is ours, sent twice. AWS does not say which value it holds.
      const accepted = outcome.held ?? '0';
      return { state: compare(accepted, quantity) === 0 ? 'reported' : 'duplicate', accepted };
    }
    case 'notSubscribed':
      return { state: 'failed', accepted: '0', failure: outcome.why };
    case 'tooOld':
      return { state: 'expired', accepted: '0', failure: outcome.why };
    case 'retry':
      return undefined;
  }
}

const reasons = { duplicate: 'duplicate', failed: 'failed', expired: 'expired' } as const;

/** What the marketplace has not accepted is left to the hours that follow, and what it has beyond is taken off them. */
async function endHour(tx: Tx, row: HourRow, { state, accepted, recordId, failure }: End, now: Date): Promise<void> {
  const kept = await tx
    .updateTable('marketplace_hour')
    .set({ state, accepted, record_id: recordId ?? null, failure: failure ?? null, next_try_at: null, ended_at: now })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  const missing = multiply(subtract(row.quantity, accepted), row.unit);
  if (!kept || isZero(missing) || state === 'reported') return;
  const { contract_id, link_id, hour, dimension } = row;
  const amount = formatDecimal(missing, 12);
  await tx
    .updateTable('marketplace_meter')
    .set({ pushed: sql`pushed - ${amount}::numeric` })
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', link_id)
    .execute();
  await keepAdjustment(tx, { contract_id, link_id, hour, dimension, reason: reasons[state], amount, created_at: now });
}

async function tryLater(tx: Tx, row: HourRow, why: string, now: Date): Promise<void> {
  await tx
    .updateTable('marketplace_hour')
    .set({ tries: row.tries + 1, failure: why.slice(0, 500), next_try_at: nextTryAt(row.tries, now) })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .execute();
}

/** Ends the statements that can be reported no more. */
export async function expireHours(db: Db, now: Date): Promise<void> {
  const late = await db
    .selectFrom('marketplace_hour')
    .selectAll()
    .where('state', '=', 'pending')
    .where('deadline', '<=', now)
    .orderBy('id')
    .execute();
  const why = 'It could not be reported in time.';
  for (const row of late)
    await db
      .transaction()
      .execute((tx) => endHour(tx, row, { state: 'expired', accepted: '0', failure: row.failure ?? why }, now));
}
