import { createFileRoute, Outlet } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import { contractQueries } from '../../features/contract/contract.queries.ts';

export const Route = createFileRoute('/_auth/contracts/$contractId')({
  staticData: {
    section: 'contract',
    // Names the contract, because not every page below does.
    crumb: ({ loaderData, params }) =>
      [params['contractId'], (loaderData as Contract | undefined)?.tags].filter(Boolean).join(' · '),
  },
  // The switch above the page needs the contracts; later, it would push the page down.
  loader: async ({ context: { queryClient }, params }) => {
    const all = queryClient.prefetchQuery(contractQueries.all());
    const contract = await queryClient.ensureQueryData(contractQueries.detail(params.contractId));
    await all;
    return contract;
  },
  component: Outlet,
});
