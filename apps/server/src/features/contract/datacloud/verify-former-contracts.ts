import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';

/** Reports data clouds with a gap or an overlap between two contracts, whose usage would belong to none or to both. */
export async function verifyFormerContracts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('%s: it belonged to %s until %s, and to no contract after that', former.datacloud_id, former.contract_id,
        former.to_at) as problem
    from datacloud_former_contract as former join datacloud on datacloud.id = former.datacloud_id
    where datacloud.since is distinct from former.to_at
      and not exists (select from datacloud_former_contract as next
        where next.datacloud_id = former.datacloud_id and next.from_at = former.to_at
          and next.contract_id <> former.contract_id)
    union all
    select format('%s: it belonged to %s and to %s at the same time', one.datacloud_id, one.contract_id, other.contract_id)
    from datacloud_former_contract as one join datacloud_former_contract as other
      on other.datacloud_id = one.datacloud_id and other.contract_id > one.contract_id
      and tstzrange(one.from_at, one.to_at) && tstzrange(other.from_at, other.to_at)
    order by problem`.execute(db);
  return rows.map(({ problem }) => problem);
}
