import type { ParsedBody } from '@usance/api/call';
import type { KycInfo, kycInfos } from '@usance/api/contract/kyc-info';
import { says } from '@usance/api/rule';
import type { WriteContext } from '#platform/context/context.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { renameContract } from '../contract/change-contract.ts';
import type { OnLocked } from '../contract/locked.ts';
import { storedBuyer } from './kyc-info.queries.ts';
import { kycInfoOf } from './kyc-info.ts';
import { storeBuyer } from './store-buyer.ts';

/**
 * Sets the legal entity of a contract, which statements signed from now on name. The buyer type was agreed with the
 * contract and cannot change.
 */
export async function updateKycInfo(
  { tx, now, contract, sealingKey: key }: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'sealingKey'>>,
  { body }: { body: ParsedBody<typeof kycInfos.update> },
): Promise<KycInfo> {
  const { buyerType, tags = contract.tags, ...said } = body;
  if (buyerType !== contract.buyer_type) throw invalidParameter('buyerType', says('buyerTypeStays'));
  const buyer_name = 'enterpriseName' in said ? said.enterpriseName : said.citizenName;
  await renameContract(tx, contract, { tags, buyer_name });
  await storeBuyer({ tx, now }, contract.id, said, key);
  return kycInfoOf({ ...contract, tags, buyer_name }, await storedBuyer(tx, contract, key));
}
