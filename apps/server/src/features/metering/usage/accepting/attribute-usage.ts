import { contentHash } from '../reading/content-hash.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { type ContractsOf, contractAt } from './datacloud-places.ts';

/**
 * Attributes usage of a moved data cloud to its contract at the start of the usage, even if the meter names another of
 * its contracts. So a copy is recognised whichever contract it names.
 */
export function attributed(line: UsageLine, contracts: ContractsOf): UsageLine {
  const contractId = contractAt(contracts, line.start);
  const isOfIt = contracts.some((each) => each.contractId === line.record.contractId);
  if (contracts.length === 1 || !isOfIt || !contractId) return line;
  const others = contracts.map((each) => each.contractId).filter((id) => id !== contractId);
  return {
    ...underContract(line, contractId),
    contentHash: contentHash(underContract(line, contractId)),
    // The record may have been accepted in the minute before the renewal was carried out.
    otherHashes: others.map((id) => contentHash(underContract(line, id))),
  };
}

export const underContract = (line: UsageLine, contractId: string): UsageLine => ({
  ...line,
  record: { ...line.record, contractId },
});
