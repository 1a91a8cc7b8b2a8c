import { sql } from 'kysely';
import type { SealedRows } from '#platform/sealing/sealed-rows.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';

/** The number of a person as it is kept: encrypted, for this account and for nothing else that the key encrypts. */
export function sealedNumber(key: SealingKey, number: string, accountId: string) {
  const { key_id, secret } = key.seal(Buffer.from(number), boundTo(accountId));
  return { key_id, social_id: secret };
}

const boundTo = (accountId: string) => `citizen ${accountId}`;

/** The numbers of people, for a change of the installation's key. */
export const sealedCitizens: SealedRows = {
  table: 'citizen',
  id: 'account_id',
  secret: 'social_id',
  boundTo,
  replace: async (tx, keyId, ids, secrets) => {
    await sql`
      update citizen set key_id = ${keyId}, social_id = anew.secret
      from unnest(${ids}::text[], ${secrets}::text[]) as anew (id, secret) where account_id = anew.id
    `.execute(tx);
  },
};
