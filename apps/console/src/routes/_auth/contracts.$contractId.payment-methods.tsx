import { IconCreditCard } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { PaymentMethodsPage } from '../../features/trade-default/payment-methods-page.tsx';
import { tradeDefaultQueries } from '../../features/trade-default/trade-default.queries.ts';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/contracts/$contractId/payment-methods')({
  staticData: { menu: 'contract', icon: IconCreditCard, order: 40, label: m.trade_default_payment_methods },
  loader: ({ context }) => context.queryClient.prefetchQuery(tradeDefaultQueries.all()),
  component: () => <PaymentMethodsPage {...Route.useParams()} />,
});
