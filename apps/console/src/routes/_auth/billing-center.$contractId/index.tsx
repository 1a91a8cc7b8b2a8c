import { createFileRoute, redirect } from '@tanstack/react-router';
import * as m from '../../../i18n/messages.gen.ts';
import { IconWallet } from '../../../ui/icon/icons.tsx';

export const Route = createFileRoute('/_auth/billing-center/$contractId/')({
  staticData: {
    menu: 'contract',
    icon: IconWallet,
    order: 90,
    label: m.contract_open_billing,
    auth: 'blacklist',
    opensTab: true,
  },
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/billing-center/$contractId/income-expense',
      params,
      search: true,
      hash: true,
      replace: true,
    });
  },
});
