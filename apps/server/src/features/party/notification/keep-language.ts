import type { WriteContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';

/** Keeps in which language somebody reads notifications: their mails come in it. */
export async function keepLanguage({
  tx,
  subject,
  language,
}: Pick<WriteContext, 'tx' | 'subject' | 'language'>): Promise<void> {
  await tx
    .insertInto('notification_reader')
    .values({ account_id: signedInAccount(subject), language })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ language }))
    .execute();
}
