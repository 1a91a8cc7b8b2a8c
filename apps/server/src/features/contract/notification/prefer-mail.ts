import type { ParsedBody } from '@usance/api/call';
import type { notifications } from '@usance/api/contract/notification';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { keepLanguage } from './keep-language.ts';

/** Stores for which kinds the caller gets mails. If a kind is given twice, the last one counts. */
export async function preferMail(
  ctx: Pick<WriteContext, 'tx' | 'subject' | 'language'>,
  { body: { items } }: { body: ParsedBody<typeof notifications.prefer> },
): Promise<void> {
  const account_id = signedInAccount(ctx.subject);
  await keepLanguage(ctx);
  const last = new Map(items.map((item) => [item.kind, item]));
  await ctx.tx
    .insertInto('notification_preference')
    .values([...last.values()].map(({ kind, mail }) => ({ account_id, kind, mail })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet((eb) => ({ mail: eb.ref('excluded.mail') })),
    )
    .execute();
}
