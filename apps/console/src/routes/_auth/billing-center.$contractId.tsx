import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Outlet, useRouterState } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import { availableBalanceQueries } from '../../features/available-balance/available-balance.queries.ts';
import { mustAct } from '../../features/available-balance/must-act.ts';
import { PayLink } from '../../features/available-balance/pay-link.tsx';
import { PeriodBanner } from '../../features/available-balance/period-banner.tsx';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import * as m from '../../i18n/messages.gen.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId')({
  staticData: {
    section: 'billing',
    crumb: ({ loaderData, params }) =>
      `${m.contract_open_billing()} · ${(loaderData as Contract | undefined)?.tags ?? params['contractId'] ?? ''}`,
  },
  // Every page below shows figures, so a reader without permission gets the server's refusal once, instead of any page.
  // The switch above the page needs the contracts; later, it would push the page down.
  loader: async ({ context: { queryClient }, params: { contractId }, location }) => {
    const all = queryClient.prefetchQuery(contractQueries.all());
    const contract = await queryClient.ensureQueryData(contractQueries.detail(contractId));
    if (!readsCostsAlone(contract) || !location.pathname.endsWith('/cost-analysis'))
      await queryClient.ensureQueryData(availableBalanceQueries.detail(contractId));
    await all;
    return contract;
  },
  component: BillingCenter,
});

/** True for a reader of cost analysis who may not see the balance. */
function readsCostsAlone({ permissions }: Contract): boolean {
  return permissions?.canReadCosts === true && !permissions.canReadBilling;
}

function BillingCenter() {
  const { contractId } = Route.useParams();
  const { data: contract } = useQuery(contractQueries.detail(contractId));
  const { data: balance } = useQuery({
    ...availableBalanceQueries.detail(contractId),
    enabled: contract?.permissions?.canReadBilling === true,
  });
  // A link to the current page would lead nowhere.
  const seesOverdue = useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname.endsWith('/statements') && 'overdue' in search && search.overdue === true,
  });
  return (
    <>
      {contract && balance && mustAct(balance) && (
        <PeriodBanner
          balance={balance}
          contract={contract}
          overdueLink={
            !seesOverdue && (
              <Link
                to="/billing-center/$contractId/statements"
                params={{ contractId }}
                search={{ overdue: true }}
                hash="all_statements"
              >
                {m.available_balance_see_overdue()}
              </Link>
            )
          }
          payLink={<PayLink contractId={contractId} />}
        />
      )}
      <Outlet />
    </>
  );
}
