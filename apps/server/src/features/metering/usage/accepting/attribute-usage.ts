import { ownUsageIn } from '../payload/own-usage.ts';
import { contentHash } from '../reading/content-hash.ts';
import { kindIn, kindText, type UsageKind } from '../reading/usage-kind.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { type ContractsOf, contractAt } from './datacloud-places.ts';

/**
 * Attributes usage of a moved data cloud to its contract at the start of the usage, even if the meter names another of
 * its contracts. So a copy is recognised whichever contract it names.
 */
export function attributed(line: UsageLine, contracts: ContractsOf): UsageLine {
  const { kind } = line;
  const contractId = contractAt(contracts, kind.start);
  const isOfIt = contracts.some((each) => each.contractId === kind.contractId);
  if (contracts.length === 1 || !isOfIt || !contractId) return line;
  const own = ownUsageIn(line.own);
  const others = contracts.map((each) => each.contractId).filter((id) => id !== contractId);
  return {
    ...line,
    kind: underContract(kind, contractId),
    contentHash: contentHash(underContract(kind, contractId), own),
    // The record may have been accepted in the minute before the renewal was carried out.
    otherHashes: others.map((id) => contentHash(underContract(kind, id), own)),
  };
}

export const underContract = (kind: UsageKind, contractId: string): UsageKind =>
  kind.contractId === contractId ? kind : kindIn(kindText({ ...kind, contractId }));
