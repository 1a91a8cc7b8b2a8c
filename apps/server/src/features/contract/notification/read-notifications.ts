import type { ParsedBody } from '@usance/api/call';
import type { notifications } from '@usance/api/contract/notification';
import type { Grounds, WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { keepLanguage } from './keep-language.ts';
import { readableKinds } from './notification.queries.ts';

/**
 * Marks notifications as read by the caller. Ids of another contract, or of a kind that the caller may not read,
 * change nothing.
 */
export async function readNotifications(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'language'> & Grounds,
  { body: { ids } }: { body: ParsedBody<typeof notifications.read> },
): Promise<void> {
  const { tx, now, subject, contract } = ctx;
  const kinds = readableKinds(ctx);
  await keepLanguage(ctx);
  if (kinds.length === 0) return;
  await tx
    .insertInto('notification_read')
    .columns(['contract_id', 'account_id', 'no', 'read_at'])
    .expression((eb) =>
      eb
        .selectFrom('notification')
        .select(['contract_id', eb.val(signedInAccount(subject)).as('account_id'), 'no', eb.val(now).as('read_at')])
        .where('contract_id', '=', contract.id)
        .where('id', 'in', ids)
        .where('kind', 'in', kinds)
        .orderBy('no'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
