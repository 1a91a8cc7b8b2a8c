import type { AccountPeriod } from '@usance/api/billing/available-balance';
import { type Instant, toRfc3339 } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { Service } from '../../contract/datacloud/service.ts';
import type { Period } from './rule/account-period.ts';
import type { Episode } from './rule/episode.ts';
import type { Taken } from './rule/through-terms.ts';

/** The derivations of a contract's account period, in their order, of which the last one is now. */
export interface Derived {
  readonly contract: LockedContract;
  readonly taken: readonly Taken[];
  readonly now: Date;
}

/**
 * Stores the derived account periods and removes the marks that asked for them. Episodes, of which there are few, are
 * stored one by one.
 */
export async function keepPeriods(tx: Tx, derived: readonly Derived[]): Promise<void> {
  for (const { contract, taken, now } of derived) {
    for (const each of taken) await keepEpisode(tx, contract, each, now);
  }
  const rows = derived.flatMap(({ contract, taken }) => {
    const period = taken.at(-1)?.period;
    return period ? [rowOf(contract, period)] : [];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('account_period')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('contract_id').doUpdateSet({
        looked_at: sql`excluded.looked_at`,
        beyond_since: sql`excluded.beyond_since`,
        late_from: sql`excluded.late_from`,
        look_at: sql`excluded.look_at`,
        mark: null,
        service: sql`excluded.service`,
        follow_at: sql`case when account_period.service = excluded.service then account_period.follow_at else ${atOnce} end`,
      }),
    )
    .execute();
}

function rowOf(contract: LockedContract, { kept, changesAt, state }: Period) {
  return {
    contract_id: contract.id,
    looked_at: dateOf(kept.lookedAt),
    beyond_since: dateOf(kept.beyondSince),
    late_from: dateOf(kept.lateFrom),
    look_at: dateOf(changesAt),
    mark: null,
    service: serviceIn[state.summary],
    follow_at: atOnce,
  };
}

async function keepEpisode(tx: Tx, contract: LockedContract, { before, period }: Taken, now: Date): Promise<void> {
  const { kept, curedAt } = period;
  if (curedAt !== undefined) await endEpisode(tx, contract, { ended_at: dateOf(curedAt), ended_how: 'cured' });
  if (kept.episode && !before.episode) await openEpisodeAt(tx, contract, kept.episode, now);
  else if (kept.episode) await stopEpisode(tx, contract, kept.episode);
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
