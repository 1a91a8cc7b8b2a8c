import { contentHash } from '../reading/content-hash.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { type ContractsOf, contractAt } from './datacloud-places.ts';

/**
 * Usage of a data cloud that has gone over to another contract as usage of the one that it was of when it started: a meter
 * may go on naming the former one, or name the new one for what was before. So a copy is a copy whichever it names.
 */
export function attributed(line: UsageLine, contracts: ContractsOf): UsageLine {
  const contractId = contractAt(contracts, line.start);
  const isOfIt = contracts.some((each) => each.contractId === line.record.contractId);
  if (contracts.length === 1 || !isOfIt || !contractId) return line;
  const others = contracts.map((each) => each.contractId).filter((id) => id !== contractId);
  return {
    ...underContract(line, contractId),
    contentHash: contentHash(underContract(line, contractId)),
    // It may have been taken in in the minute before the renewal was carried out.
    otherHashes: others.map((id) => contentHash(underContract(line, id))),
  };
}

/** The record as one of a contract. */
export const underContract = (line: UsageLine, contractId: string): UsageLine => ({
  ...line,
  record: { ...line.record, contractId },
});
