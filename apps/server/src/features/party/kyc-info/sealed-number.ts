import type { SealingKey } from '../second-factor-record/sealing-key.ts';

/** A person's number as it is kept: encrypted for this contract; nothing where nobody has said one. */
export function sealedNumber(key: SealingKey, number: string | undefined, contractId: string) {
  if (!number) return { key_id: null, person_social_id: null };
  const { key_id, secret } = key.seal(Buffer.from(number), `kyc ${contractId}`);
  return { key_id, person_social_id: secret };
}

/** The number again; nothing where there is none, or another key than ours encrypted it. */
export function openedNumber(
  key: SealingKey,
  row: { contract_id: string; key_id: string | null; person_social_id: string | null },
): string | undefined {
  if (row.key_id === null || row.person_social_id === null) return undefined;
  return key.open({ key_id: row.key_id, secret: row.person_social_id }, `kyc ${row.contract_id}`)?.toString();
}
