import { createFileRoute } from '@tanstack/react-router';
import { BudgetsPage } from '../../../features/budget/budgets-page.tsx';
import * as m from '../../../i18n/messages.gen.ts';
import { IconTarget } from '../../../ui/icon/icons.tsx';

export const Route = createFileRoute('/_auth/billing-center/$contractId/budgets')({
  staticData: {
    menu: 'billing',
    auth: 'canReadBilling',
    icon: IconTarget,
    order: 35,
    goKey: 'l',
    label: m.budget_title,
  },
  component: () => <BudgetsPage {...Route.useParams()} />,
});
