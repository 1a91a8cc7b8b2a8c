import type { Tx } from '#platform/postgres/database.ts';
import type { Traits } from './account.table.ts';

type Said = Readonly<Record<string, string | undefined>>;

/** Changes what is known of an account, and answers all of it: what is not named stays, what is empty goes. */
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

/** What of the words somebody says is something. */
export function traitsOf(said: Said): Traits {
  return Object.fromEntries(named(said).filter(([, word]) => word !== ''));
}

function named(said: Said): [string, string][] {
  return Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined);
}
