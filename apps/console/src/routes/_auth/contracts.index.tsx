import { IconFileCertificate } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { ContractsPage } from '../../features/contract/contracts-page.tsx';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/contracts/')({
  staticData: { menu: 'home', icon: IconFileCertificate, order: 20, label: m.contract_list, crumb: () => '' },
  loader: ({ context }) => context.queryClient.ensureQueryData(contractQueries.allOfPage()),
  component: ContractsPage,
});
