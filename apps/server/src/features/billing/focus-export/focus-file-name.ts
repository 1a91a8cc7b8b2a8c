import type { ContractRow } from '../../contract/contract/contract.ts';

interface Asked {
  readonly fromMonth: string;
  readonly toMonth: string;
  readonly version?: string;
}

/** Names a file by contract, dataset and months, so that a saved file says what it contains. */
export function fileNameOf(
  { tags }: Pick<ContractRow, 'tags'>,
  dataset: 'cost-and-usage' | 'invoice-detail' | 'billing-period',
  { fromMonth, toMonth, version = '1.4' }: Asked,
): string {
  return `${[tags, `focus-${version}`, dataset, fromMonth, toMonth].join('_')}.csv`;
}
