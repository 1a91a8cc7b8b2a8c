import { enterpriseKyc, type KycInfo, personKyc } from '@usance/api/contract/kyc-info';
import { isPlausible as isCitizenNumber } from '../../people/citizen/citizen.ts';
import type { ContractRow } from '../contract/contract.ts';
import { isCreditCode } from './credit-code.ts';

/** The legal entity in the wire's terms with the citizen's number decrypted; unset fields are absent. */
export type BuyerDetails = Partial<Omit<KycInfo, 'contractId' | 'buyerType' | 'tags' | 'isComplete' | 'isPlausible'>>;

/** The wire form: the contract's fields with the legal entity, and whether that is complete and plausible. */
export function kycInfoOf({ id, buyer_type, tags }: ContractRow, said: BuyerDetails): KycInfo {
  const whole = buyer_type === 'E' ? enterpriseKyc : personKyc;
  return {
    contractId: id,
    buyerType: buyer_type,
    tags,
    ...said,
    isComplete: whole.safeParse({ buyerType: buyer_type, ...said }).success,
    isPlausible: isPlausible(said),
  };
}

/** A missing number is plausible. */
function isPlausible({ enterpriseSocialId, citizenSocialId }: BuyerDetails): boolean {
  return (
    (!enterpriseSocialId || isCreditCode(enterpriseSocialId)) && (!citizenSocialId || isCitizenNumber(citizenSocialId))
  );
}
