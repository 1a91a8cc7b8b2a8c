import { createFileRoute, Outlet } from '@tanstack/react-router';
import type { Contract } from '@usance/contract/contract';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/billing-center/$contractId')({
  staticData: {
    section: 'billing',
    crumb: ({ loaderData, params }) =>
      `${m.contract_open_billing()} · ${(loaderData as Contract | undefined)?.tags ?? params['contractId'] ?? ''}`,
  },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(contractQueries.detail(params.contractId)),
  component: Outlet,
});
