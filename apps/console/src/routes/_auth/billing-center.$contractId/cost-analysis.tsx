import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CostAnalysisPage } from '../../../features/purchase/cost-analysis-page.tsx';
import { purchaseQueries } from '../../../features/purchase/search/purchase.queries.ts';
import {
  askedOf,
  type ChangePurchaseSearch,
  purchaseSearch,
} from '../../../features/purchase/search/purchase-search.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IconChartBar } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/cost-analysis')({
  staticData: {
    menu: 'billing',
    auth: 'canReadCosts',
    icon: IconChartBar,
    order: 30,
    goKey: 'c',
    label: m.purchase_title,
  },
  validateSearch: purchaseSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(purchaseSearch))] },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(purchaseQueries.freshness(params.contractId)),
  component: CostAnalysis,
});

function CostAnalysis() {
  const { contractId } = Route.useParams();
  const navigate = Route.useNavigate();
  const change: ChangePurchaseSearch = useCallback(
    (patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false }),
    [navigate],
  );
  return (
    <CostAnalysisPage
      contractId={contractId}
      search={Route.useSearch()}
      asked={Route.useSearch({ select: askedOf, structuralSharing: true })}
      onChange={change}
    />
  );
}
