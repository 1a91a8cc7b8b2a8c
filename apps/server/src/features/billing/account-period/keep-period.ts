import type { AccountPeriod } from '@usance/api/available-balance';
import { type Instant, toRfc3339 } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { Service } from '../../contract/datacloud/service.ts';
import type { Kept, Period } from './rule/account-period.ts';
import type { Episode } from './rule/episode.ts';

/** Stores the derived account period and removes the mark that asked for it. */
export async function keepPeriod(
  tx: Tx,
  contract: LockedContract,
  { before, period, now }: { before: Kept; period: Period; now: Date },
): Promise<void> {
  const { kept, curedAt, changesAt, state } = period;
  const service = serviceIn[state.summary];
  if (curedAt !== undefined) await endEpisode(tx, contract, { ended_at: dateOf(curedAt), ended_how: 'cured' });
  if (kept.episode && !before.episode) await openEpisodeAt(tx, contract, kept.episode, now);
  else if (kept.episode) await stopEpisode(tx, contract, kept.episode);
  const row = {
    looked_at: dateOf(kept.lookedAt),
    beyond_since: dateOf(kept.beyondSince),
    look_at: dateOf(changesAt),
    mark: null,
    service,
  };
  await tx
    .insertInto('account_period')
    .values({ contract_id: contract.id, ...row, follow_at: atOnce })
    .onConflict((conflict) =>
      conflict.column('contract_id').doUpdateSet({
        ...row,
        follow_at: sql`case when account_period.service = excluded.service then account_period.follow_at else ${atOnce} end`,
      }),
    )
    .execute();
}

const atOnce = sql<Date>`'-infinity'::timestamptz`;

/** The state in which each period keeps data clouds. */
export const serviceIn: Readonly<Record<AccountPeriod, Service>> = {
  normal: 'running',
  overdraft: 'running',
  extensionPeriod: 'running',
  suspensionPeriod: 'paused',
  backupPeriod: 'paused',
  destructionPeriod: 'deleted',
};

/** Ends the open episode. */
export async function endEpisode(
  tx: Tx,
  contract: LockedContract,
  ended: { ended_at: Date | null; ended_how: 'cured' | 'reopened'; reason?: string },
): Promise<void> {
  await tx
    .updateTable('account_episode')
    .set(ended)
    .where('contract_id', '=', contract.id)
    .where('ended_at', 'is', null)
    .execute();
}

async function openEpisodeAt(tx: Tx, contract: LockedContract, episode: Episode, now: Date): Promise<void> {
  await sql`
    insert into account_episode (contract_id, no, cause, t0, opened_at)
    select ${contract.id}, coalesce(max(no), 0) + 1, ${episode.cause}, ${toRfc3339(episode.t0)}::timestamptz, ${now}
    from account_episode where contract_id = ${contract.id}`.execute(tx);
}

async function stopEpisode(
  tx: Tx,
  contract: LockedContract,
  { stoppedAt, stoppedMs, resumedAt }: Episode,
): Promise<void> {
  await tx
    .updateTable('account_episode')
    .set({ stopped_at: dateOf(stoppedAt), stopped_ms: String(stoppedMs), resumed_at: dateOf(resumedAt) })
    .where('contract_id', '=', contract.id)
    .where('ended_at', 'is', null)
    .execute();
}

function dateOf(at: Instant | undefined): Date | null {
  return at === undefined ? null : new Date(at);
}
