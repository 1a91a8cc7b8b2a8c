import type { Work } from '#platform/context/context.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import type { SaidOfBuyer } from './kyc-info.ts';
import { sealedBuyerNumber } from './sealed-number.ts';

/** Keeps what is said of who buys, in place of what was said before. */
export async function keepOfBuyer(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contractId: string,
  said: SaidOfBuyer,
  key: SealingKey,
): Promise<void> {
  const row = {
    enterprise_name: said.enterpriseName ?? null,
    enterprise_social_id: said.enterpriseSocialId ?? null,
    enterprise_legal: said.enterpriseLegalName ?? null,
    contact_person: said.contactPerson ?? null,
    address: said.address ?? null,
    citizen_name: said.citizenName ?? null,
    contact_phone: said.contactPhone ?? null,
    contact_email: said.contactEmail ?? null,
    ...sealedBuyerNumber(key, said.enterpriseLegalSocialId ?? said.citizenSocialId, contractId),
    said_at: now,
  };
  await tx
    .insertInto('kyc_info')
    .values({ contract_id: contractId, ...row })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(row))
    .execute();
}
