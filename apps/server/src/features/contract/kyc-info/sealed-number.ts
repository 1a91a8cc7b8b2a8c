import { sql } from 'kysely';
import type { SealedRows } from '#platform/sealing/sealed-rows.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';

/** A person's number as it is kept: encrypted for this contract; nothing where nobody has said one. */
export function sealedBuyerNumber(key: SealingKey, number: string | undefined, contractId: string) {
  if (!number) return { key_id: null, person_social_id: null };
  const { key_id, secret } = key.seal(Buffer.from(number), boundTo(contractId));
  return { key_id, person_social_id: secret };
}

/** The number again; nothing where there is none, or another key than ours encrypted it. */
export function openedNumber(
  key: SealingKey,
  row: { contract_id: string; key_id: string | null; person_social_id: string | null },
): string | undefined {
  if (row.key_id === null || row.person_social_id === null) return undefined;
  return key.open({ key_id: row.key_id, secret: row.person_social_id }, boundTo(row.contract_id))?.toString();
}

const boundTo = (contractId: string) => `kyc ${contractId}`;

/** The numbers of legal entities' people, for a change of the installation's key. */
export const sealedKycNumbers: SealedRows = {
  table: 'kyc_info',
  id: 'contract_id',
  secret: 'person_social_id',
  boundTo,
  replace: async (tx, keyId, ids, secrets) => {
    await sql`
      update kyc_info set key_id = ${keyId}, person_social_id = anew.secret
      from unnest(${ids}::text[], ${secrets}::text[]) as anew (id, secret) where contract_id = anew.id
    `.execute(tx);
  },
};
