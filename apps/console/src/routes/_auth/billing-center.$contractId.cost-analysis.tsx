import { IconChartBar } from '@tabler/icons-react';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { CostAnalysisPage } from '../../features/purchase/cost-analysis-page.tsx';
import { purchaseSearch } from '../../features/purchase/purchase-search.ts';
import { m } from '../../paraglide/messages.js';
import { defaultsOf } from '../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/cost-analysis')({
  staticData: { menu: 'billing', icon: IconChartBar, order: 30, label: m.purchase_title },
  validateSearch: purchaseSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(purchaseSearch))] },
  component: CostAnalysis,
});

function CostAnalysis() {
  const { contractId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CostAnalysisPage
      // Another contract may have another currency: nothing of the one before may stay on the screen.
      key={contractId}
      contractId={contractId}
      search={Route.useSearch()}
      onChange={(patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false })}
    />
  );
}
