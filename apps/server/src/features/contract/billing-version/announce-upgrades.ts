import { sql } from 'kysely';
import type { Deps, Work } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { getContract } from '../contract/contract.queries.ts';
import { lastVersion, lastVersionOf, nextVersionOf } from '../contract/next-version.queries.ts';
import { notifyPeople } from '../notification/notify-people.ts';
import { newestVersion } from './billing-version.ts';

/** The contracts announced to in one round; a new release reaches the rest in later rounds. Failures do not count. */
const mostAtOnce = 500;

/**
 * Announces a newer billing version to the people of active contracts, once for each version. A failure delays no
 * other contract and is retried in the next round.
 */
export async function announceUpgrades(deps: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  let left = mostAtOnce;
  for (let after: string | undefined = ''; after !== undefined && left > 0; ) {
    const ids = await untold(deps.db, after);
    for (const id of ids) if (left > 0 && (await isTold(deps, now, id))) left -= 1;
    after = ids.at(mostAtOnce - 1);
  }
}

async function untold(db: Db, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select contract.id from contract, lateral (select ${lastVersion} as version) as own
    where state = 'Active' and not is_study and contract.id > ${after} and own.version <> ${newestVersion}
      and not exists (select from notification
        where notification.contract_id = contract.id and kind = 'billing_upgrade' and dedupe_key = own.version)
    order by contract.id limit ${mostAtOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

async function isTold({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date, id: string): Promise<boolean> {
  try {
    await db.transaction().execute((tx) => tell({ tx, now }, id));
    return true;
  } catch (error) {
    log.error({ contractId: id, err: error }, 'announcing a billing version to a contract failed');
    return false;
  }
}

async function tell(work: Pick<Work, 'tx' | 'now'>, contractId: string): Promise<void> {
  const contract = await getContract(work.tx, contractId);
  const version = await nextVersionOf(work.tx, contract);
  const last = await lastVersionOf(work.tx, contractId);
  if (version && last) await notifyPeople(work, contract, { kind: 'billing_upgrade', dedupeKey: last, version });
}
