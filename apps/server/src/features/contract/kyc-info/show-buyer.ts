import type { ContractBuyer } from '@usance/api/contract-buyer';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { readableOfBuyer } from './kyc-info.queries.ts';

/** Who buys, as papers name them; where nothing else was said, by the name in the contract. */
export async function showBuyer(
  ctx: Pick<ReadContext, 'db' | 'subject' | 'sealingKey'> & Grounds,
): Promise<ContractBuyer> {
  const said = await readableOfBuyer(ctx);
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
