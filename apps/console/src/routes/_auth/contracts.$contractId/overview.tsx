import { createFileRoute } from '@tanstack/react-router';
import { ContractOverviewPage } from '../../../features/contract/contract-overview-page.tsx';
import { kycInfoQueries } from '../../../features/kyc-info/kyc-info.queries.ts';
import { LegalEntity } from '../../../features/kyc-info/legal-entity.tsx';
import * as m from '../../../i18n/messages.gen.ts';
import { IconInfoCircle } from '../../../ui/icon/icons.tsx';

export const Route = createFileRoute('/_auth/contracts/$contractId/overview')({
  // The crumb of the contract already names it.
  staticData: {
    menu: 'contract',
    icon: IconInfoCircle,
    order: 10,
    goKey: 'i',
    label: m.contract_overview,
    crumb: () => '',
  },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(kycInfoQueries.detail(params.contractId)),
  component: Overview,
});

function Overview() {
  const { contractId } = Route.useParams();
  return <ContractOverviewPage contractId={contractId} legalEntity={<LegalEntity contractId={contractId} />} />;
}
