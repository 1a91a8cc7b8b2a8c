import type { CallReply, ParsedBody } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import type { SpanningContext } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { hourlyStatementOf } from './list-hours.ts';
import { lockMeters } from './lock-meters.ts';
import { pushHours } from './push-hours.ts';

/**
 * Reports pending hourly statements at once instead of at their next try. Ended ones stay unchanged: later hours
 * already include their unaccepted amounts. Refuses all with 404 if one does not exist.
 */
export async function pushAgain(
  ctx: Pick<SpanningContext, 'db' | 'log' | 'now' | 'marketplaces'>,
  { body }: { body: ParsedBody<typeof calls.push> },
): Promise<CallReply<typeof calls.push>> {
  const { db, now, marketplaces } = ctx;
  const ids = [...new Set(body.hourlyStatementIDs)];
  const named = () =>
    db.selectFrom('marketplace_hour').selectAll().where('id', 'in', ids).orderBy('hour').orderBy('id');
  const found = await named().execute();
  if (found.length < ids.length) throw notFound('MARKETPLACE_NOT_FOUND');
  await db.transaction().execute(async (tx) => {
    await lockMeters(tx, found);
    await tx
      .updateTable('marketplace_hour')
      .set({ next_try_at: now })
      .where('id', 'in', ids)
      .where('state', '=', 'pending')
      .execute();
  });
  await pushHours(ctx, marketplaces, { now, ids });
  return { items: (await named().execute()).map(hourlyStatementOf) };
}
