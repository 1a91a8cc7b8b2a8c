import type { Contract } from '@usance/api/contract/contract';
import { fitsWords } from '../../../ui/search/fits-words.ts';

/** Returns the contracts that match a typed text by name, id, buyer or creator. */
export function fittingContracts(contracts: readonly Contract[], typed: string): readonly Contract[] {
  return contracts.filter(({ tags, name, id, signID, buyerName, creator }) =>
    fitsWords(typed, [tags, name, id, signID, buyerName, creator]),
  );
}
