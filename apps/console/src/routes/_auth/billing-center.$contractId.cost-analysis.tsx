import { IconChartBar } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { CostAnalysis } from '../../features/purchase/cost-analysis.tsx';
import { usageDefaults, usageSearch } from '../../features/purchase/purchase-search.ts';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/billing-center/$contractId/cost-analysis')({
  staticData: { menu: 'billing', icon: IconChartBar, order: 30, label: m.usage_title },
  validateSearch: usageSearch,
  search: { middlewares: [stripSearchParams(usageDefaults)] },
  component: CostAnalysisRoute,
});

function CostAnalysisRoute() {
  const { contractId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  return (
    <CostAnalysis
      // Another contract may have another currency: nothing of the one before may stay on the screen.
      key={contractId}
      contract={contract}
      search={search}
      onChange={(patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false })}
    />
  );
}
