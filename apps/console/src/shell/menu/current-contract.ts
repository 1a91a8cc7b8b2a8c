import type { Contract } from '@usance/api/contract/contract';

const storageKey = 'usance.contract';

/** Remembers the contract of this tab, for pages that are about no contract. */
export function rememberContract(contractId: string): void {
  sessionStorage.setItem(storageKey, contractId);
}

/** Returns the contract of the page, else the last one of this tab, else the first whose bills the reader may see. */
export function currentContract(contracts: readonly Contract[], contractId: string | undefined): Contract | undefined {
  const last = sessionStorage.getItem(storageKey);
  const byId = (wanted: string | null | undefined) => contracts.find(({ id }) => id === wanted);
  return (
    byId(contractId) ?? byId(last) ?? contracts.find(({ permissions }) => permissions?.canReadBilling) ?? contracts[0]
  );
}
