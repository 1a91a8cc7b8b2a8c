import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';

/** Locks the meters of links, always in this order to prevent deadlocks. Every change of hours needs it. */
export async function lockMeters(
  tx: Tx,
  of: readonly { readonly contract_id: string; readonly link_id: string }[],
): Promise<void> {
  const contracts = of.map(({ contract_id }) => contract_id);
  const links = of.map(({ link_id }) => link_id);
  await sql`
    select from marketplace_meter
    where (contract_id, link_id) in (select * from unnest(${contracts}::text[], ${links}::text[]))
    order by contract_id, link_id for update`.execute(tx);
}
