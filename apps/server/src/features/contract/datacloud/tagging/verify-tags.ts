import { mostTags } from '@usance/api/contract/datacloud-tag';
import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';

/** Reports tags of a data cloud that the contract never had, and data clouds with too many tags. */
export async function verifyTags(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select distinct format('%s: it has tags of %s, which was never its data cloud', tag.contract_id, tag.datacloud_id)
      as problem
    from datacloud_tag as tag
    where not exists (select from datacloud where datacloud.contract_id = tag.contract_id
        and datacloud.id = tag.datacloud_id)
      and not exists (select from datacloud_former_contract as former where former.contract_id = tag.contract_id
        and former.datacloud_id = tag.datacloud_id)
    union all
    select format('%s: its data cloud %s has %s tags', contract_id, datacloud_id, count(*))
    from (
      select distinct on (contract_id, datacloud_id, key) contract_id, datacloud_id, value from datacloud_tag
      order by contract_id, datacloud_id, key, from_hour desc
    ) as present
    where value is not null
    group by contract_id, datacloud_id having count(*) > ${mostTags}
    order by problem`.execute(db);
  return rows.map(({ problem }) => problem);
}
