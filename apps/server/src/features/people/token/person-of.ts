import type { WriteContext } from '#platform/context/context.ts';
import { noPermission } from '#platform/refusal.ts';

/** Returns the name of the internal token that makes the call; names identify operators to each other. */
export async function personOf({ tx, subject }: Pick<WriteContext, 'tx' | 'subject'>): Promise<string> {
  if (subject.kind !== 'internal') throw noPermission();
  const { name } = await tx
    .selectFrom('internal_token')
    .select('name')
    .where('id', '=', subject.tokenId)
    .executeTakeFirstOrThrow();
  return name.trim();
}
