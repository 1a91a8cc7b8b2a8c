import { createFileRoute } from '@tanstack/react-router';
import { availableBalanceQueries } from '../../../features/available-balance/available-balance.queries.ts';
import { contractQueries } from '../../../features/contract/contract.queries.ts';
import { PaymentMethodsPage } from '../../../features/trade-default/payment-methods-page.tsx';
import { tradeDefaultQueries } from '../../../features/trade-default/trade-default.queries.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IconCreditCard } from '../../../ui/icon/icons.tsx';

export const Route = createFileRoute('/_auth/contracts/$contractId/payment-methods')({
  staticData: { menu: 'contract', icon: IconCreditCard, order: 40, goKey: 'p', label: m.trade_default_payment_methods },
  // Without the balance, the page of a study would first show how to pay.
  loader: async ({ context: { queryClient }, params: { contractId } }) => {
    const trade = queryClient.prefetchQuery(tradeDefaultQueries.all());
    const { permissions } = await queryClient.ensureQueryData(contractQueries.detail(contractId));
    if (permissions?.canReadBilling) await queryClient.prefetchQuery(availableBalanceQueries.detail(contractId));
    await trade;
  },
  component: () => <PaymentMethodsPage {...Route.useParams()} />,
});
