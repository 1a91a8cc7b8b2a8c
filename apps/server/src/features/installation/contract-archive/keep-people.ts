import type { WriteContext } from '#platform/context/context.ts';
import { mostGrants } from '../../contract/role/contract-role.ts';
import { grantRole } from '../../contract/role/grant-role.ts';
import { notifyHolder } from '../../contract/role/notify-holder.ts';
import { roleNotices } from '../../contract/role/role-notices.ts';
import { findAccountByIdentifier } from '../../people/account/account.queries.ts';
import { bad, type OpenArchive } from './open-archive.ts';

/**
 * Grants the archive's roles to accounts with the same e-mail, and notifies each owner like a grant. Returns the
 * e-mails without an account here. Throws 400 if the contract would have too many roles.
 */
export async function keepPeople(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'language'>,
  { manifest: { contractId }, people }: OpenArchive,
): Promise<string[]> {
  // The creator is an extra entry.
  if (people.length > mostGrants + 1) throw bad(`people.json has more than ${mostGrants} roles.`);
  const leftOut = new Set<string>();
  for (const person of people) {
    const account = await findAccountByIdentifier(ctx.tx, person.email);
    if (!account) leftOut.add(person.email);
    else if (person.role === 'creator')
      await ctx.tx.updateTable('contract').set({ creator: account.id }).where('id', '=', contractId).execute();
    else {
      const { role, granted_at } = person;
      if (await grantRole(ctx.tx, { contractId, accountId: account.id, role }, new Date(granted_at)))
        await notifyHolder(ctx, account, roleNotices.brought({ role, contractId }));
    }
  }
  return [...leftOut].sort();
}
