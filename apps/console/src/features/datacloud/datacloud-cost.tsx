import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { purchaseQueries } from '../purchase/search/purchase.queries.ts';

interface DatacloudCostProps {
  datacloud: Pick<ListedDatacloud, 'id' | 'contractId'>;
  currency: 'USD' | 'CNY';
}

/** The cost of a data cloud in the month so far, which leads to its usage. Data clouds of a contract share a request. */
export function DatacloudCost({ datacloud: { id, contractId }, currency }: DatacloudCostProps) {
  const { data } = useQuery(purchaseQueries.groups(contractId, costs));
  const group = data?.items.find(({ datacloudID }) => datacloudID === id);
  const isAll = data !== undefined && data.totalSize <= costs.pageSize;
  const amount = group?.amount ?? (isAll ? '0' : undefined);
  if (amount === undefined) return '—';
  return (
    <Link
      to="/billing-center/$contractId/cost-analysis"
      params={{ contractId }}
      search={{ datacloudID: [id], groupBy: 'object' }}
    >
      <MoneyText amount={amount} currency={currency} />
    </Link>
  );
}

/** All data clouds of a contract, in the current month. */
const costs = { groupBy: 'datacloudID', step: 'month', pageSize: 999 } as const;
