import { createFileRoute } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { MarketplacePage } from '../../features/marketplace/marketplace-page.tsx';
import { marketplaceSearch } from '../../features/marketplace/marketplace-search.ts';
import * as m from '../../i18n/messages.gen.ts';

export const Route = createFileRoute('/_auth/marketplace')({
  staticData: { section: 'home', label: m.marketplace_title },
  validateSearch: marketplaceSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(contractQueries.allOfPage()),
  component: Marketplace,
});

function Marketplace() {
  const navigate = Route.useNavigate();
  return <MarketplacePage search={Route.useSearch()} onLinked={() => void navigate({ search: {}, replace: true })} />;
}
