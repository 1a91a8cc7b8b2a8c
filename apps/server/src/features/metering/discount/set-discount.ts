import type { Discount } from '@usance/api/metering/discount';
import type { Work } from '#platform/context/context.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { termVerbs } from '../term/term-verbs.ts';
import { discountTerms } from './discount.ts';

interface NewDiscount {
  readonly contractId: string;
  /** A multiplier above 0 and up to 1: 0.85 means pay 85 %. */
  readonly rate: string;
  readonly from: Date;
}

/**
 * Sets the contract's multiplier of list prices from an instant on. The previous discount ends there, and the affected
 * days are rated again. 409 if a signed month is affected.
 */
export async function setDiscount(
  { tx }: Pick<Work, 'tx'>,
  { contractId, rate, from }: NewDiscount,
): Promise<Discount> {
  const contract = await getContract(tx, contractId);
  const body = { zhekou: rate, start: from.toISOString(), reason: 'As agreed' };
  return termVerbs(discountTerms).create({ tx, now: from, contract }, { body });
}
