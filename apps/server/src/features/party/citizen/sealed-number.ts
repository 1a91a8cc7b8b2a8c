import type { Deps } from '../../../platform/context/context.ts';
import type { SealingKey } from '../second-factor-record/sealing-key.ts';

/** The number of a person as it is kept: encrypted, for this account and for nothing else that the key encrypts. */
export function sealedNumber(key: SealingKey, number: string, accountId: string) {
  const { key_id, secret } = key.seal(Buffer.from(number), `citizen ${accountId}`);
  return { key_id, social_id: secret };
}

/** At the start, for the numbers that were kept before they were encrypted. */
export async function sealNumbers({ db }: Pick<Deps, 'db'>, key: SealingKey): Promise<void> {
  const rows = await db.selectFrom('citizen').select(['account_id', 'social_id']).where('key_id', 'is', null).execute();
  for (const { account_id, social_id } of rows)
    await db
      .updateTable('citizen')
      .set(sealedNumber(key, social_id, account_id))
      .where('account_id', '=', account_id)
      .where('key_id', 'is', null)
      .execute();
}
