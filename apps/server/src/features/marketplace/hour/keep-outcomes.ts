import { compare, formatDecimal, isZero, multiply, subtract } from '@usance/money/decimal';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import type { Database, Db, Tx } from '../../../platform/postgres/database.ts';
import type { MeterOutcome } from '../provider/marketplace-provider.ts';
import { keepAdjustment } from './close-hours.ts';
import { nextTryAt } from './hour-rules.ts';
import { lockMeters } from './lock-meters.ts';

type HourRow = Selectable<Database['marketplace_hour']>;

/** Keeps that records are sent, before they are: who sends them may be stopped before it learns what becomes of them. */
export async function keepSending(db: Db, rows: readonly HourRow[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMeters(tx, rows);
    await tx
      .updateTable('marketplace_hour')
      .set({ unanswered: sql`unanswered + 1` })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('state', '=', 'pending')
      .execute();
  });
}

/** Keeps what a marketplace has made of records, in one transaction; what another process has kept meanwhile stays. */
export async function keepOutcomes(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  rows: readonly HourRow[],
  outcomes: ReadonlyMap<string, MeterOutcome>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMeters(tx, rows);
    for (const row of rows) {
      const outcome = outcomes.get(row.id) ?? { kind: 'unanswered', why: 'It was not answered.' };
      const ended = endOf(row, outcome);
      if (ended) await endHour({ tx, log, now }, row, ended);
      else if ('why' in outcome) await tryLater(tx, row, { why: outcome.why, isAnswer: outcome.kind === 'retry' }, now);
    }
  });
}

interface End {
  readonly state: 'reported' | 'duplicate' | 'failed' | 'expired';
  /** What of it the marketplace bills. */
  readonly accepted: string;
  /** How many of the tries that were sent it leaves without an answer. */
  readonly unanswered: RawBuilder<number>;
  readonly recordId?: string;
  readonly failure?: string;
}

/** What it has taken, or holds instead, answers all tries; why it takes nothing now answers one. */
const noneLeft = sql<number>`0`;
const oneLess = sql<number>`greatest(unanswered - 1, 0)`;

/** How a statement ends by what a marketplace says; undefined where it is sent again. */
function endOf({ quantity }: HourRow, outcome: MeterOutcome): End | undefined {
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'reported', accepted: quantity, recordId: outcome.recordId, unanswered: noneLeft };
    case 'duplicate': {
      // Azure keeps the first value also where it is ours, sent twice. AWS does not say which value it holds.
      const accepted = outcome.held ?? '0';
      return { state: compare(accepted, quantity) === 0 ? 'reported' : 'duplicate', accepted, unanswered: noneLeft };
    }
    case 'notSubscribed':
      return { state: 'failed', accepted: '0', failure: outcome.why, unanswered: oneLess };
    case 'tooOld':
      return { state: 'expired', accepted: '0', failure: outcome.why, unanswered: oneLess };
    case 'retry':
    case 'unanswered':
      return undefined;
  }
}

const reasons = { duplicate: 'duplicate', failed: 'failed', expired: 'expired' } as const;

interface Ending extends Pick<Deps, 'log'> {
  readonly tx: Tx;
  readonly now: Date;
}

/**
 * What the marketplace has not accepted is left to the hours that follow, and what it has beyond is taken off them. What it
 * may have accepted is neither: people look at it.
 */
async function endHour({ tx, log, now }: Ending, row: HourRow, ended: End): Promise<void> {
  const { state, accepted, recordId, failure, unanswered } = ended;
  const mayBeTaken = sql<boolean>`${state === 'failed' || state === 'expired'} and quantity > 0 and ${unanswered} > 0`;
  const kept = await tx
    .updateTable('marketplace_hour')
    .set({ state, accepted, unanswered, in_doubt: mayBeTaken })
    .set({ record_id: recordId ?? null, failure: failure ?? null, next_try_at: null, ended_at: now })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .returning('in_doubt')
    .executeTakeFirst();
  if (kept?.in_doubt) {
    const { contract_id: contractId, id } = row;
    log.error(
      { contractId, hourlyStatement: id },
      'Nobody knows whether a marketplace bills an hour: it did not answer',
    );
    return;
  }
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

async function tryLater(
  tx: Tx,
  row: HourRow,
  { why, isAnswer }: { readonly why: string; readonly isAnswer: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('marketplace_hour')
    .set(isAnswer ? { unanswered: oneLess } : {})
    .set({ tries: row.tries + 1, failure: why.slice(0, 500), next_try_at: nextTryAt(row.tries, now) })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .execute();
}

/** Ends the statements that can be reported no more. */
export async function expireHours({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const late = await db
    .selectFrom('marketplace_hour')
    .selectAll()
    .where('state', '=', 'pending')
    .where('deadline', '<=', now)
    .orderBy('id')
    .execute();
  const unanswered = sql<number>`unanswered`;
  const why = 'It could not be reported in time.';
  for (const row of late) {
    const ended: End = { state: 'expired', accepted: '0', failure: row.failure ?? why, unanswered };
    await db
      .transaction()
      .execute(async (tx) => {
        await lockMeters(tx, [row]);
        await endHour({ tx, log, now }, row, ended);
      })
      .catch((error: unknown) => log.error({ hourlyStatement: row.id, err: error }, 'An hour could not be ended'));
  }
}
