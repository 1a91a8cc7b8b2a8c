import type { ReadContext } from '#platform/context/context.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';

/** The company that bills the contract: its own seller, or the installation's for the currency. */
export function sellerOf({
  contract,
  tradeDefaults,
}: Pick<ContractReading, 'contract'> & Pick<ReadContext, 'tradeDefaults'>) {
  const usual = tradeDefaults.find(({ currency }) => currency === contract.currency);
  return contract.seller || (usual?.seller ?? '');
}
