import { sql } from 'kysely';
import type { SealedRows } from '#platform/sealing/sealed-rows.ts';

/** The encrypted secrets of second factors, for a change of the installation's key. */
export const sealedSecrets: SealedRows = {
  table: 'second_factor',
  id: 'account_id',
  secret: 'secret',
  boundTo: (accountId) => accountId,
  replace: async (tx, keyId, ids, secrets) => {
    await sql`
      update second_factor set key_id = ${keyId}, secret = anew.secret
      from unnest(${ids}::text[], ${secrets}::text[]) as anew (id, secret) where account_id = anew.id
    `.execute(tx);
  },
};
