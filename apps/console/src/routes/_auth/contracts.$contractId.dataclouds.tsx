import { IconCloud } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { ContractDatacloudsPage } from '../../features/datacloud/contract-dataclouds-page.tsx';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/contracts/$contractId/dataclouds')({
  staticData: { menu: 'contract', icon: IconCloud, order: 20, label: m.datacloud_list },
  component: () => <ContractDatacloudsPage {...Route.useParams()} />,
});
