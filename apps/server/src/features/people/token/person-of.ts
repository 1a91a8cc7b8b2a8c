import type { WriteContext } from '#platform/context/context.ts';
import { noPermission } from '#platform/refusal.ts';

/** Whose internal token makes the call: its name, by which people know each other. */
export async function personOf({ tx, subject }: Pick<WriteContext, 'tx' | 'subject'>): Promise<string> {
  if (subject.kind !== 'internal') throw noPermission();
  const { name } = await tx
    .selectFrom('internal_token')
    .select('name')
    .where('id', '=', subject.tokenId)
    .executeTakeFirstOrThrow();
  return name.trim();
}
