import type { Contract } from '@usance/api/contract';
import { fitsWords } from '../../ui/search/fits-words.ts';

/** The contracts that somebody who types this may mean: by a name, an id, the buyer or the creator. */
export function fittingContracts(contracts: readonly Contract[], typed: string): readonly Contract[] {
  return contracts.filter(({ tags, name, id, signID, buyerName, creator }) =>
    fitsWords(typed, [tags, name, id, signID, buyerName, creator]),
  );
}
