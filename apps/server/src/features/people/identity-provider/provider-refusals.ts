import type { ProviderRefusal, RefusedFor } from '@usance/api/people/identity-provider';
import { dayMs } from '@usance/period/instant';
import type { Db, DbOrTx } from '#platform/postgres/database.ts';

const mostKept = 20;
const keptDays = 30;

interface Refused {
  readonly providerId: string;
  readonly about: RefusedFor;
  /** A sentence in our own words. */
  readonly reason: string;
}

/** Records why a sign-on was refused, for the person who sets the provider up. Keeps only the latest refusals. */
export async function keepRefusal(db: Db, { providerId, about, reason }: Refused, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The lock serialises inserts, so that each one counts the others.
    const provider = tx.selectFrom('identity_provider').select('id').where('id', '=', providerId).forNoKeyUpdate();
    if (!(await provider.executeTakeFirst())) return;
    await tx.insertInto('provider_refusal').values({ provider_id: providerId, at, about, reason }).execute();
    const kept = tx
      .selectFrom('provider_refusal')
      .select('no')
      .where('provider_id', '=', providerId)
      .orderBy('no', 'desc')
      .limit(mostKept);
    await tx.deleteFrom('provider_refusal').where('provider_id', '=', providerId).where('no', 'not in', kept).execute();
  });
}

/** Returns the recorded refusals of each provider, latest first. */
export async function lastRefusals(db: DbOrTx, ids: readonly string[]): Promise<Map<string, ProviderRefusal[]>> {
  const found = new Map(ids.map((id): [string, ProviderRefusal[]] => [id, []]));
  if (ids.length === 0) return found;
  const rows = db.selectFrom('provider_refusal').selectAll().where('provider_id', 'in', ids).orderBy('no', 'desc');
  for (const { provider_id, at, about, reason } of await rows.execute())
    found.get(provider_id)?.push({ gmtTime: at.toISOString(), about, message: reason });
  return found;
}

export async function forgetRefusals(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  await db.deleteFrom('provider_refusal').where('at', '<=', before).execute();
}
