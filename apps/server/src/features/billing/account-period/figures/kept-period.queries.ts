import { instantOf } from '@usance/period/instant';
import { type Selectable, sql } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';
import { opaque, prepared } from '#platform/postgres/prepared.ts';
import { latestShown } from '../../calendar/latest-shown.ts';
import type { Kept } from '../rule/account-period.ts';
import type { Agreed } from '../rule/account-terms.ts';
import { type Look, lookAsOf } from '../rule/look-as-of.ts';
import { type AgreedJson, agreedIn, agreedJson } from './agreed-terms.queries.ts';

/** A stored account period with the terms by which it is checked. */
export interface KeptAccount extends Look {
  readonly agreed: Agreed;
}

/**
 * Returns the stored account period, empty before any movement of money, the instant as of which to check it, and the
 * agreed terms.
 */
export async function keptPeriod(db: DbOrTx, contractId: string, now: Date): Promise<KeptAccount> {
  const kept = (await keptPeriods(db, [contractId], now)).get(contractId);
  if (!kept) throw new Error('Every contract that is asked about has a row');
  return kept;
}

/** Like `keptPeriod`, for several contracts at once. */
export async function keptPeriods(
  db: DbOrTx,
  contractIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, KeptAccount>> {
  const { rows } = await sql<KeptRow>`
    ${prepared('kept account periods')} select asked.id, case when p.contract_id is not null then ${latestShown(now)} end as shown,
      case when p.contract_id is not null then (select last_at from calendar_tick) end as round, p.looked_at, p.beyond_since, p.late_from,
      e.cause, e.t0, e.stopped_at, e.stopped_ms, e.resumed_at, (
        select max(ended_at) from account_episode
        where account_episode.contract_id = p.contract_id and ended_how = 'reopened') as reopened_at,
      ${agreedJson(sql`asked.id`)} as agreed
    from unnest(${opaque(sql`${[...contractIds]}::text[]`)}) as asked (id)
    left join account_period p on p.contract_id = asked.id
    left join account_episode e on e.contract_id = p.contract_id and e.ended_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, keptAccountOf(row, now)]));
}

/** The row of a contract with its open episode. Columns are null if there is no period or no episode. */
interface KeptRow {
  id: string;
  shown: Date | null;
  round: Date | null;
  looked_at: Date | null;
  beyond_since: Date | null;
  late_from: Date | null;
  cause: Selectable<Database['account_episode']>['cause'] | null;
  t0: Date | null;
  stopped_at: Date | null;
  stopped_ms: string | null;
  resumed_at: Date | null;
  reopened_at: Date | null;
  agreed: AgreedJson;
}

function keptAccountOf(row: KeptRow, now: Date): KeptAccount {
  const kept: Kept = {
    lookedAt: instantOr(row.looked_at),
    beyondSince: instantOr(row.beyond_since),
    lateFrom: instantOr(row.late_from),
    reopenedAt: instantOr(row.reopened_at),
    episode:
      row.cause && row.t0
        ? {
            cause: row.cause,
            t0: instantOf(row.t0),
            stoppedAt: instantOr(row.stopped_at),
            stoppedMs: Number(row.stopped_ms),
            resumedAt: instantOr(row.resumed_at),
          }
        : undefined,
  };
  const shown = instantOf(row.shown ?? now);
  const look = lookAsOf(kept, { now: instantOf(now), round: instantOr(row.round), shown });
  return { ...look, agreed: agreedIn(row.agreed) };
}

const instantOr = (at: Date | null) => (at === null ? undefined : instantOf(at));
