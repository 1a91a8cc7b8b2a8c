import type { Work } from '#platform/context/context.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import type { BuyerDetails } from './kyc-info.ts';
import { sealedBuyerNumber } from './sealed-number.ts';

/** Stores the legal entity of a contract in place of the earlier one. */
export async function storeBuyer(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contractId: string,
  said: BuyerDetails,
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
