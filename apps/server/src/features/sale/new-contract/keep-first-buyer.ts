import type { ParsedBody } from '@usance/api/call';
import type { contracts } from '@usance/api/contract/contract';
import type { Work } from '#platform/context/context.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { storeBuyer } from '../../contract/kyc-info/store-buyer.ts';

type FirstBuyer = ParsedBody<typeof contracts.create>['buyer'];

/** Stores the buyer's details from the creation of the contract, for the KYC form. */
export async function keepFirstBuyer(
  work: Pick<Work, 'tx' | 'now'>,
  { id, buyer_type }: ContractRow,
  buyer: FirstBuyer,
  key: SealingKey,
): Promise<void> {
  if (!buyer) return;
  const { contactEmail, contactPerson, enterpriseName, enterpriseSocialID } = buyer;
  const { juridicalPersonName: name, juridicalPersonSocialID: number } = buyer;
  const said =
    buyer_type === 'E'
      ? {
          enterpriseName,
          enterpriseSocialId: enterpriseSocialID,
          enterpriseLegalName: name,
          enterpriseLegalSocialId: number,
          contactPerson,
        }
      : { citizenName: contactPerson ?? name, citizenSocialId: number };
  await storeBuyer(work, id, { ...said, contactEmail }, key);
}
