import { type Instant, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/postgres/database.ts';
import type { Service } from '../../contract/datacloud/service.ts';
import { keptPeriod } from './figures/kept-period.queries.ts';
import { readStanding } from './figures/standing.queries.ts';
import { serviceIn } from './keep-period.ts';
import { accountPeriodOf } from './rule/account-period.ts';
import { termsOf } from './rule/account-terms.ts';

/**
 * Compares each stored account period with the rule's result at the instant of its last derivation, except those that
 * wait for a check. Returns one sentence for each difference.
 */
export async function verifyAccountPeriods(db: Db): Promise<string[]> {
  const looked = await db
    .selectFrom('account_period')
    .select('contract_id')
    .where('mark', 'is', null)
    .orderBy('contract_id')
    .execute();
  const problems = await unseen(db);
  for (const { contract_id } of looked) problems.push(...(await verifyPeriod(db, contract_id)));
  return problems;
}

/** Returns the contracts with movements of money but no stored account period. */
async function unseen(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('%s: its money has moved, but it has no account period', contract_id) as problem
    from (select contract_id from posting union select contract_id from rated_day) as moved
    where not exists (select from account_period p where p.contract_id = moved.contract_id)
    order by contract_id`.execute(db);
  return rows.map(({ problem }) => problem);
}

function verifyPeriod(db: Db, contractId: string): Promise<string[]> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const row = await unmarkedRow(tx, contractId);
    // After a clock that ran ahead was set back, it waits for another check.
    if (!row?.looked_at || (row.look_at && row.look_at <= row.looked_at)) return [];
    const { standing } = await readStanding(tx, contractId, row.looked_at);
    const { kept, agreed } = await keptPeriod(tx, contractId, row.looked_at);
    const lookedAt = instantOf(row.looked_at);
    const terms = termsOf(row, agreed, lookedAt);
    const derived = accountPeriodOf({ standing, kept, terms, now: lookedAt });
    const [told, known] = [
      inWords(derived.kept, derived.changesAt, serviceIn[derived.state.summary]),
      inWords(kept, row.look_at ? instantOf(row.look_at) : undefined, row.service),
    ];
    if (told === known) return [];
    return [`${contractId}: its account period is stored as ${known}, but its rule gives ${told}`];
  });
}

function unmarkedRow(tx: Tx, contractId: string) {
  return tx
    .selectFrom('account_period')
    .innerJoin('contract', 'contract.id', 'account_period.contract_id')
    .select(['looked_at', 'look_at', 'service', 'is_study'])
    .where('contract_id', '=', contractId)
    .where('mark', 'is', null)
    .executeTakeFirst();
}

type Derived = Pick<Parameters<typeof accountPeriodOf>[0]['kept'], 'beyondSince' | 'lateFrom' | 'episode'>;

function inWords(
  { beyondSince, lateFrom, episode }: Derived,
  changesAt: Instant | undefined,
  service: Service,
): string {
  const at = (instant: Instant | undefined) => (instant === undefined ? 'never' : new Date(instant).toISOString());
  const since = episode
    ? `${episode.cause} since ${at(episode.t0)}, stopped ${at(episode.stoppedAt)} and for ${episode.stoppedMs} ms`
    : 'no episode';
  return `«${since}, beyond its limit since ${at(beyondSince)}, late from ${at(lateFrom)}, looked at again ${at(changesAt)}, data clouds ${service}»`;
}
