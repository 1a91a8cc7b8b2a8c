import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Work } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { LinkRow } from '../../party/marketplace-link/keep-link.ts';
import { closesAfterMs } from './hour-rules.ts';
import { lockMeters } from './lock-meters.ts';

/** The last hour of a link can be reported for so long after it has ended. */
const lastReportMs = hourMs;

/** Has the hours of a new link closed from its first on. */
export async function beginHours(tx: Tx, { contract_id, id, from_hour }: LinkRow): Promise<void> {
  await tx
    .insertInto('marketplace_meter')
    .values({ contract_id, link_id: id, next_hour: from_hour, due_at: closedAt(from_hour), settled_at: null })
    .execute();
}

export const closedAt = (hour: Date): Date => new Date(hour.getTime() + hourMs + closesAfterMs);

/** Has everything of a link that has just ended reported at once, the open hour too. */
export async function hurryHours({ tx, now }: Pick<Work, 'tx' | 'now'>, { contract_id, id }: LinkRow): Promise<void> {
  await lockMeters(tx, [{ contract_id, link_id: id }]);
  await tx
    .updateTable('marketplace_hour')
    .set({ next_try_at: now, deadline: sql`least(deadline, ${new Date(now.getTime() + lastReportMs)}::timestamptz)` })
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', id)
    .where('state', '=', 'pending')
    .execute();
  await tx
    .updateTable('marketplace_meter')
    .set({ due_at: now })
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', id)
    .execute();
}

/** Until when an hour of a link can be reported that may have ended. */
export function withinLink(deadline: Date, { ended_at }: Pick<LinkRow, 'ended_at'>): Date {
  return ended_at === null ? deadline : new Date(Math.min(deadline.getTime(), ended_at.getTime() + lastReportMs));
}
