import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import { getContract } from '../contract/contract.queries.ts';
import { lastVersionOf, nextVersionOf } from '../contract/next-version.queries.ts';
import { notifyPeople } from '../notification/notify-people.ts';
import { newestVersion } from './billing-version.ts';

/** How many contracts are told in one round: those of a new release come by and by. */
const mostAtOnce = 500;

/** Tells the people of active contracts, once for each version, that there is one to go over to. */
export async function tellUpgrades({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select contract.id from contract
    where state = 'Active' and not is_study
      and not exists (select from contract_billing_version as has
        where has.contract_id = contract.id and has.billing_version = ${newestVersion})
      and not exists (select from notification
        where notification.contract_id = contract.id and kind = 'billing_upgrade' and dedupe_key = (
          select max(billing_version) from contract_billing_version as last where last.contract_id = contract.id))
    order by contract.id limit ${mostAtOnce}`.execute(db);
  for (const { id } of rows)
    await db.transaction().execute(async (tx) => {
      const contract = await getContract(tx, id);
      const version = await nextVersionOf(tx, contract);
      const last = await lastVersionOf(tx, id);
      if (version && last)
        await notifyPeople({ tx, now }, contract, { kind: 'billing_upgrade', dedupeKey: last, version });
    });
}
