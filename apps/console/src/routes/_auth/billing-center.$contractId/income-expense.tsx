import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { availableBalanceQueries } from '../../../features/available-balance/available-balance.queries.ts';
import { BillingOverviewPage } from '../../../features/billing-overview/billing-overview-page.tsx';
import { billingOverviewSearch } from '../../../features/billing-overview/billing-overview-search.ts';
import { contractQueries } from '../../../features/contract/contract.queries.ts';
import { prefetchNeedsYou } from '../../../features/needs-you/needs-you.queries.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IconWallet } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/income-expense')({
  staticData: {
    menu: 'billing',
    auth: 'canReadBilling',
    icon: IconWallet,
    order: 10,
    goKey: 'b',
    label: m.billing_overview_title,
  },
  validateSearch: billingOverviewSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(billingOverviewSearch))] },
  loader: async ({ context: { queryClient }, params: { contractId } }) => {
    const contract = await queryClient.ensureQueryData(contractQueries.detail(contractId));
    const above = prefetchNeedsYou(queryClient, contract);
    await queryClient.ensureQueryData(availableBalanceQueries.detail(contractId));
    await above;
  },
  component: IncomeExpense,
});

function IncomeExpense() {
  const { contractId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <BillingOverviewPage
      contractId={contractId}
      search={Route.useSearch()}
      onChange={(patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false })}
    />
  );
}
