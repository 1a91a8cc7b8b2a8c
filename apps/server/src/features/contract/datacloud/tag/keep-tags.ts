import type { Tag } from '@usance/api/contract/datacloud-tag';
import { floorToHour, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract.queries.ts';
import { tagsOf } from './tags-of.ts';

/** Makes these the data cloud's tags from the start of this hour on. Past hours keep theirs. */
export async function keepTags(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  datacloudId: string,
  tags: readonly Tag[],
): Promise<void> {
  const before = new Map((await tagsOf(tx, contract.id, datacloudId)).map(({ key, value }) => [key, value]));
  const wanted = new Map(tags.map(({ key, value }) => [key, value]));
  const changed = [...new Set([...before.keys(), ...wanted.keys()])].filter(
    (key) => before.get(key) !== wanted.get(key),
  );
  if (changed.length === 0) return;
  await tx
    .insertInto('datacloud_tag')
    .values(
      changed.map((key) => ({
        contract_id: contract.id,
        datacloud_id: datacloudId,
        key,
        from_hour: new Date(floorToHour(instantOf(now))),
        value: wanted.get(key) ?? null,
        changed_at: now,
      })),
    )
    // A second change in the hour: the last one holds for all of it.
    .onConflict((taken) =>
      taken
        .columns(['contract_id', 'datacloud_id', 'key', 'from_hour'])
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), changed_at: eb.ref('excluded.changed_at') })),
    )
    .execute();
}

/** Copies the tags of data clouds that move to another contract. Usage that stays keeps its tags where it is. */
export async function copyTags(
  tx: Tx,
  { from, to, datacloudIds }: { from: string; to: string; datacloudIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into datacloud_tag (contract_id, datacloud_id, key, from_hour, value, changed_at)
    select ${to}, datacloud_id, key, from_hour, value, changed_at from datacloud_tag
    where contract_id = ${from} and datacloud_id = any(${[...datacloudIds]}::text[])
    order by datacloud_id, key, from_hour`.execute(tx);
}
