import type { AccountEpisode, accountPeriods } from '@usance/api/account-period';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { instantOf } from '@usance/period/instant';
import { type Selectable, sql } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';
import { pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { latestShown } from '../calendar/latest-shown.ts';
import type { Kept } from './rule/account-period.ts';
import { type Look, lookAsOf } from './rule/look-as-of.ts';

export type EpisodeRow = Selectable<Database['account_episode']>;

/** Returns the stored account period, empty before any movement of money, and the instant as of which to check it. */
export async function keptPeriod(db: DbOrTx, contractId: string, now: Date): Promise<Look> {
  const { rows } = await sql<KeptRow>`
    select ${latestShown(now)} as shown, (select last_at from calendar_tick) as round, p.looked_at, p.beyond_since, e.cause, e.t0, e.stopped_at, e.stopped_ms, e.resumed_at,
      (select max(ended_at) from account_episode where contract_id = p.contract_id and ended_how = 'reopened') as reopened_at
    from account_period p left join account_episode e on e.contract_id = p.contract_id and e.ended_at is null
    where p.contract_id = ${contractId}`.execute(db);
  const [row] = rows;
  const kept: Kept = {
    lookedAt: instantOr(row?.looked_at),
    beyondSince: instantOr(row?.beyond_since),
    reopenedAt: instantOr(row?.reopened_at),
    episode:
      row?.cause && row.t0
        ? {
            cause: row.cause,
            t0: instantOf(row.t0),
            stoppedAt: instantOr(row.stopped_at),
            stoppedMs: Number(row.stopped_ms),
            resumedAt: instantOr(row.resumed_at),
          }
        : undefined,
  };
  const shown = instantOf(row?.shown ?? now);
  return lookAsOf(kept, { now: instantOf(now), round: instantOr(row?.round), shown });
}

/** The row of a contract with its open episode, whose columns are null if there is none. */
interface KeptRow {
  shown: Date;
  round: Date | null;
  looked_at: Date | null;
  beyond_since: Date | null;
  cause: EpisodeRow['cause'] | null;
  t0: Date | null;
  stopped_at: Date | null;
  stopped_ms: string | null;
  resumed_at: Date | null;
  reopened_at: Date | null;
}

/** Returns the contract's open episode. */
export function openEpisode(db: DbOrTx, contractId: string): Promise<EpisodeRow | undefined> {
  return db
    .selectFrom('account_episode')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Returns a page of a contract's episodes. */
export function listEpisodes(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof accountPeriods.list> },
): Promise<CallReply<typeof accountPeriods.list>> {
  return pageOf(
    db.selectFrom('account_episode').where('contract_id', '=', contract.id),
    query,
    (found) => found.selectAll().orderBy(query.orderBy, query.ordering).orderBy('no'),
    episodeOf,
  );
}

/** The wire form of an episode. */
export function episodeOf(row: EpisodeRow): AccountEpisode {
  const { ended_at, ended_how, reason } = row;
  return {
    contractId: row.contract_id,
    no: row.no,
    cause: row.cause,
    t0: row.t0.toISOString(),
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    ended:
      ended_at && ended_how
        ? { at: ended_at.toISOString(), how: ended_how, ...(reason === null ? {} : { reason }) }
        : null,
  };
}

const instantOr = (at: Date | null | undefined) => (at ? instantOf(at) : undefined);
