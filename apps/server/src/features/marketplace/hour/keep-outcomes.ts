import { compare, formatDecimal, isZero, multiply, subtract } from '@usance/money/decimal';
import { type Selectable, sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Database, Db, Tx } from '#platform/postgres/database.ts';
import type { MeterOutcome } from '../provider/marketplace-provider.ts';
import { nextTryAt } from './hour-rules.ts';
import { inGroups } from './in-groups.ts';
import { type Adjustment, keepAdjustments } from './keep-adjustments.ts';
import { lockMeters } from './lock-meters.ts';

type HourRow = Selectable<Database['marketplace_hour']>;

// Longer than any call to a marketplace. If the process stops meanwhile, the hour is sent again after it.
const sendingMs = 2 * 60_000;

/**
 * Marks records as being sent before they are: the process may stop before it gets the outcome. Returns those that no
 * other process is sending.
 */
export async function keepSending<Row extends HourRow>(db: Db, rows: readonly Row[], now: Date): Promise<Row[]> {
  const sent = await db.transaction().execute(async (tx) => {
    await lockMeters(tx, rows);
    return tx
      .updateTable('marketplace_hour')
      .set({ unanswered: sql`unanswered + 1`, sending_until: new Date(now.getTime() + sendingMs) })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('state', '=', 'pending')
      .where(isNotBeingSent(now))
      .returning('id')
      .execute();
  });
  const ids = new Set(sent.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

const isNotBeingSent = (now: Date) => sql<boolean>`(sending_until is null or sending_until <= ${now})`;

/** Stores the outcomes of records in one transaction, except where another process already did. */
export async function keepOutcomes(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  rows: readonly HourRow[],
  outcomes: ReadonlyMap<string, MeterOutcome>,
  now: Date,
): Promise<void> {
  const [ended, tried]: [EndedHour[], TriedHour[]] = [[], []];
  for (const row of rows) {
    const outcome = outcomes.get(row.id) ?? { kind: 'unanswered', why: 'It was not answered.' };
    const end = endOf(row, outcome);
    if (end) ended.push({ row, ...end });
    else if ('why' in outcome) tried.push({ row, why: outcome.why, answers: outcome.kind === 'retry' ? 1 : 0 });
  }
  await db.transaction().execute(async (tx) => {
    await lockMeters(tx, rows);
    await endHours({ tx, log, now }, ended);
    await tryLater(tx, tried, now);
  });
}

interface End {
  readonly state: 'reported' | 'duplicate' | 'failed' | 'expired';
  /** The part that the marketplace bills. */
  readonly accepted: string;
  /** The number of tries that the outcome answers. */
  readonly answers: number;
  readonly recordId?: string;
  readonly failure?: string;
}

type EndedHour = End & { readonly row: HourRow };

/** An accepted or held value answers all tries; a refusal answers one. */
const allTries = 2_147_483_647;

/** Returns the end of an hourly statement by an outcome; undefined if it is sent again. */
function endOf({ quantity }: HourRow, outcome: MeterOutcome): End | undefined {
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'reported', accepted: quantity, recordId: outcome.recordId, answers: allTries };
    case 'duplicate': {
      // Azure also keeps the first value if we sent the same one twice. AWS does not report which value it holds.
      const accepted = outcome.held ?? '0';
      return { state: compare(accepted, quantity) === 0 ? 'reported' : 'duplicate', accepted, answers: allTries };
    }
    case 'notSubscribed':
      return { state: 'failed', accepted: '0', failure: outcome.why, answers: 1 };
    case 'tooOld':
      return { state: 'expired', accepted: '0', failure: outcome.why, answers: 1 };
    case 'retry':
    case 'unanswered':
      return undefined;
  }
}

interface Ending extends Pick<Deps, 'log'> {
  readonly tx: Tx;
  readonly now: Date;
}

/**
 * Leaves unaccepted amounts to later hours and subtracts excess amounts from them. An amount that may have been
 * accepted is left to an operator.
 */
async function endHours({ tx, log, now }: Ending, ended: readonly EndedHour[]): Promise<void> {
  if (ended.length === 0) return;
  const { rows: kept } = await sql<{ id: string; in_doubt: boolean }>`
    update marketplace_hour as hour
    set state = ended.state, accepted = ended.accepted, unanswered = greatest(unanswered - ended.answers, 0),
      in_doubt = ended.state in ('failed', 'expired') and quantity > 0 and unanswered > ended.answers,
      record_id = ended.record_id, failure = ended.failure, next_try_at = null, ended_at = ${now}, sending_until = null
    from unnest(${ended.map(({ row }) => row.id)}::text[], ${ended.map(({ state }) => state)}::text[],
        ${ended.map(({ accepted }) => accepted)}::numeric[], ${ended.map(({ answers }) => answers)}::int[],
        ${ended.map(({ recordId }) => recordId ?? null)}::text[], ${ended.map(({ failure }) => failure ?? null)}::text[])
      as ended (id, state, accepted, answers, record_id, failure)
    where hour.id = ended.id and hour.state = 'pending'
    returning hour.id, in_doubt`.execute(tx);
  const inDoubt = new Map(kept.map((row) => [row.id, row.in_doubt]));
  const left: Adjustment[] = [];
  for (const { row, state, accepted } of ended) {
    const { contract_id, link_id, hour, dimension } = row;
    const missing = multiply(subtract(row.quantity, accepted), row.unit);
    if (inDoubt.get(row.id))
      log.error(
        { contractId: contract_id, hourlyStatement: row.id },
        'it is unknown whether a marketplace bills an hour: it did not answer',
      );
    else if (inDoubt.has(row.id) && state !== 'reported' && !isZero(missing)) {
      const amount = formatDecimal(missing, 12);
      left.push({ contract_id, link_id, hour, dimension, reason: state, amount, created_at: now });
    }
  }
  await leaveToLater(tx, left);
}

/** Lets later hours report the unaccepted amounts. */
export async function leaveToLater(tx: Tx, left: readonly Adjustment[]): Promise<void> {
  if (left.length === 0) return;
  await sql`
    update marketplace_meter as meter set pushed = pushed - missing.amount
    from (select contract_id, link_id, sum(amount) as amount
      from unnest(${left.map(({ contract_id }) => contract_id)}::text[], ${left.map(({ link_id }) => link_id)}::text[],
        ${left.map(({ amount }) => amount)}::numeric[]) as adjusted (contract_id, link_id, amount)
      group by 1, 2) as missing
    where meter.contract_id = missing.contract_id and meter.link_id = missing.link_id`.execute(tx);
  await keepAdjustments(tx, left);
}

interface TriedHour {
  readonly row: HourRow;
  readonly why: string;
  readonly answers: number;
}

async function tryLater(tx: Tx, tried: readonly TriedHour[], now: Date): Promise<void> {
  if (tried.length === 0) return;
  await sql`
    update marketplace_hour as hour
    set unanswered = greatest(unanswered - tried.answers, 0), tries = tried.tries, failure = tried.failure,
      next_try_at = tried.next_try_at, sending_until = null
    from unnest(${tried.map(({ row }) => row.id)}::text[], ${tried.map(({ answers }) => answers)}::int[],
        ${tried.map(({ row }) => row.tries + 1)}::int[], ${tried.map(({ why }) => why.slice(0, 500))}::text[],
        ${tried.map(({ row }) => nextTryAt(row.tries, now))}::timestamptz[])
      as tried (id, answers, tries, failure, next_try_at)
    where hour.id = tried.id and hour.state = 'pending'`.execute(tx);
}

/** Ends the statements whose deadline has passed. */
export async function expireHours({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const late = await db
    .selectFrom('marketplace_hour')
    .selectAll()
    .where('state', '=', 'pending')
    .where('deadline', '<=', now)
    // Another process is waiting for the answer.
    .where(isNotBeingSent(now))
    .orderBy('id')
    .execute();
  const expired = (row: HourRow): EndedHour => {
    const failure = row.failure ?? 'It could not be reported in time.';
    return { row, state: 'expired', accepted: '0', failure, answers: 0 };
  };
  const end = (group: readonly HourRow[]) =>
    db.transaction().execute(async (tx) => {
      await lockMeters(tx, group);
      await endHours({ tx, log, now }, group.map(expired));
    });
  await inGroups({ log }, late, end, ({ id }) => ({
    message: 'Ending an hour failed',
    of: { hourlyStatement: id },
  }));
}
