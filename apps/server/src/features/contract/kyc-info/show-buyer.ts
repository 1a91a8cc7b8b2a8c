import type { ContractBuyer } from '@usance/api/contract/contract-buyer';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { readableBuyer } from './kyc-info.queries.ts';

/** Returns the buyer as documents name them; the contract's buyer name if no legal entity is set. */
export async function showBuyer(
  ctx: Pick<ReadContext, 'db' | 'subject' | 'sealingKey'> & Grounds,
): Promise<ContractBuyer> {
  const said = await readableBuyer(ctx);
  const { buyer_type, buyer_name } = ctx.contract;
  const contact = {
    address: said.address ?? '',
    contactPhone: said.contactPhone ?? '',
    contactEmail: said.contactEmail ?? '',
  };
  if (buyer_type === 'P') {
    return { citizen: { name: said.citizenName ?? buyer_name, socialID: said.citizenSocialId ?? '', ...contact } };
  }
  return {
    enterprise: {
      name: said.enterpriseName ?? buyer_name,
      juridicalPerson: said.enterpriseLegalName ?? '',
      juridicalPersonSocialID: said.enterpriseLegalSocialId ?? '',
      contactPerson: said.contactPerson ?? '',
      license: '',
      socialID: said.enterpriseSocialId ?? '',
      ...contact,
    },
  };
}
