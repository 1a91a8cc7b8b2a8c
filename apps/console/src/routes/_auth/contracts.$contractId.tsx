import { createFileRoute, Outlet } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';

export const Route = createFileRoute('/_auth/contracts/$contractId')({
  staticData: {
    section: 'contract',
    crumb: ({ params }) => params['contractId'] ?? '',
  },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(contractQueries.detail(params.contractId)),
  component: Outlet,
});
