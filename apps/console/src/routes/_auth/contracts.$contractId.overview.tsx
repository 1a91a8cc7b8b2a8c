import { IconInfoCircle } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { ContractOverviewPage } from '../../features/contract/contract-overview-page.tsx';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/contracts/$contractId/overview')({
  staticData: { menu: 'contract', icon: IconInfoCircle, order: 10, label: m.contract_overview },
  component: () => <ContractOverviewPage {...Route.useParams()} />,
});
