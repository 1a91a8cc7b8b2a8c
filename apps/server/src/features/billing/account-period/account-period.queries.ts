import type { AccountEpisode, accountPeriods } from '@usance/api/billing/account-period';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { Selectable } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';
import { pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';

export type EpisodeRow = Selectable<Database['account_episode']>;

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
