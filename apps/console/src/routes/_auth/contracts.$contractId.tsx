import { createFileRoute, Outlet } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract';
import { contractQueries } from '../../features/contract/contract.queries.ts';

export const Route = createFileRoute('/_auth/contracts/$contractId')({
  staticData: {
    section: 'contract',
    crumb: ({ loaderData, params }) => (loaderData as Contract | undefined)?.tags ?? params['contractId'] ?? '',
  },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(contractQueries.detail(params.contractId)),
  component: Outlet,
});
