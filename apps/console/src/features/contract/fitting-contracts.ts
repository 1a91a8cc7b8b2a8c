import type { Contract } from '@usance/api/contract';

/** The contracts that somebody who types this may mean: each word is a part of a name, an id, the buyer or the creator. */
export function fittingContracts(contracts: readonly Contract[], typed: string): readonly Contract[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return contracts;
  return contracts.filter(({ tags, name, id, signID, buyerName, creatorEmail }) => {
    const said = [tags, name, id, signID, buyerName, creatorEmail].join('\n').toLocaleLowerCase();
    return words.every((word) => said.includes(word));
  });
}
