import type { Tx } from '#platform/postgres/database.ts';
import type { Traits } from './account.table.ts';

type Said = Readonly<Record<string, string | undefined>>;

/** Merges traits into an account and returns all of them. Omitted traits stay; an empty value removes one. */
export async function changeTraits(tx: Tx, accountId: string, said: Said): Promise<Traits> {
  const { traits } = await tx
    .selectFrom('account')
    .select('traits')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const changed = traitsOf({ ...traits, ...Object.fromEntries(named(said)) });
  await tx
    .updateTable('account')
    .set({ traits: JSON.stringify(changed) })
    .where('id', '=', accountId)
    .execute();
  return changed;
}

/** Drops traits that are empty. */
export function traitsOf(said: Said): Traits {
  return Object.fromEntries(named(said).filter(([, word]) => word !== ''));
}

function named(said: Said): [string, string][] {
  return Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined);
}
