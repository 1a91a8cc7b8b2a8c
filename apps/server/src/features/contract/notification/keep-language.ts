import type { WriteContext } from '#platform/context/context.ts';
import type { Language } from '#platform/context/language.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** Stores the language in which the caller reads notifications, for their mails. */
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

/** Returns the language in which the account last read notifications; English by default. */
export async function keptLanguage(db: DbOrTx, accountId: string): Promise<Language> {
  const reader = await db
    .selectFrom('notification_reader')
    .select('language')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return reader?.language ?? 'en';
}
