import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { availableBalanceQueries } from '../../../features/available-balance/available-balance.queries.ts';
import { BillingOverviewPage } from '../../../features/billing-overview/billing-overview-page.tsx';
import { billingOverviewSearch } from '../../../features/billing-overview/billing-overview-search.ts';
import { contractQueries } from '../../../features/contract/contract.queries.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IconWallet } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/income-expense')({
  staticData: { menu: 'billing', auth: 'canReadBilling', icon: IconWallet, order: 10, label: m.billing_overview_title },
  validateSearch: billingOverviewSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(billingOverviewSearch))] },
  // The contract switch in the page's head needs the contracts; loaded later, it would push the page down.
  loader: async ({ context, params }) => {
    const contracts = context.queryClient.prefetchQuery(contractQueries.all());
    await context.queryClient.ensureQueryData(availableBalanceQueries.detail(params.contractId));
    await contracts;
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
