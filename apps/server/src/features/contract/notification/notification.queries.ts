import type { CallReply, ParsedQuery } from '@usance/api/call';
import { type NotificationKind, notificationKind, type notifications } from '@usance/api/contract/notification';
import { rolesAllow } from '@usance/api/contract/role';
import { sql } from 'kysely';
import type { Asked, Grounds, ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { kindsFor, notificationOf } from './notification.ts';

const mostListed = 200;

/** Returns the kinds of notifications that the caller may read on the contract. */
export function readableKinds({ roles }: Grounds): NotificationKind[] {
  return kindsFor((scope) => rolesAllow(roles, scope));
}

/** Returns up to 200 notifications of the contract in the caller's language, newest first. */
export async function listNotifications(
  { db, subject, language, contract, roles }: Pick<ReadContext, 'db' | 'subject' | 'language'> & Grounds,
  { query: { unread } }: { query: ParsedQuery<typeof notifications.list> },
): Promise<CallReply<typeof notifications.list>> {
  const kinds = readableKinds({ contract, roles });
  if (kinds.length === 0) return { notifications: [] };
  let found = db
    .selectFrom('notification as told')
    .leftJoin('notification_read as read', (join) =>
      join
        .onRef('read.contract_id', '=', 'told.contract_id')
        .onRef('read.no', '=', 'told.no')
        .on('read.account_id', '=', signedInAccount(subject)),
    )
    .selectAll('told')
    .select('read.read_at')
    .where('told.contract_id', '=', contract.id)
    .where('told.kind', 'in', kinds)
    .where(isLatest);
  if (unread !== undefined) found = found.where('read.read_at', unread ? 'is' : 'is not', null);
  const rows = await found.orderBy('told.no', 'desc').limit(mostListed).execute();
  return {
    notifications: rows.map(({ read_at: readAt, ...row }) =>
      notificationOf(row, contract, { language, isRead: readAt !== null }),
    ),
  };
}

/** Only the latest notification of an offer is listed: an answered offer needs no answer. */
const isLatest = sql<boolean>`(told.kind <> 'private_offer' or not exists (
  select from notification as later where later.contract_id = told.contract_id and later.kind = told.kind
    and later.no > told.no and later.arguments ->> 'offer' = told.arguments ->> 'offer'))`;

/** Returns for each kind whether the caller also gets it by mail. */
export async function listPreferences({
  db,
  subject,
}: Pick<ReadContext, 'db'> & Pick<Asked, 'subject'>): Promise<CallReply<typeof notifications.preferences>> {
  const rows = await db
    .selectFrom('notification_preference')
    .select(['kind', 'mail'])
    .where('account_id', '=', signedInAccount(subject))
    .execute();
  const chosen = new Map(rows.map(({ kind, mail }) => [kind, mail]));
  return { items: notificationKind.options.map((kind) => ({ kind, mail: chosen.get(kind) ?? true })) };
}
