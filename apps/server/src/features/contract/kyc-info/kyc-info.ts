import { enterpriseKyc, type KycInfo, personKyc } from '@usance/api/kyc-info';
import { isPlausible as isCitizenNumber } from '../../people/citizen/citizen.ts';
import type { ContractRow } from '../contract/contract.ts';
import { isCreditCode } from './credit-code.ts';

/** Who buys, in the words of the wire and with the person's number read; what was never said is absent. */
export type SaidOfBuyer = Partial<Omit<KycInfo, 'contractId' | 'buyerType' | 'tags' | 'isComplete' | 'isPlausible'>>;

/** The wire form: the contract's own words beside what was said, and whether that is all and may be true. */
export function kycInfoOf({ id, buyer_type, tags }: ContractRow, said: SaidOfBuyer): KycInfo {
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

/** A number that nobody has said yet is no sign of anything. */
function isPlausible({ enterpriseSocialId, citizenSocialId }: SaidOfBuyer): boolean {
  return (
    (!enterpriseSocialId || isCreditCode(enterpriseSocialId)) && (!citizenSocialId || isCitizenNumber(citizenSocialId))
  );
}
