import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { voucherSearch } from '../../../features/voucher/voucher-search.ts';
import { VouchersPage } from '../../../features/voucher/vouchers-page.tsx';
import * as m from '../../../i18n/messages.gen.ts';
import { IconTicket } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/vouchers')({
  staticData: {
    menu: 'billing',
    auth: 'canReadBilling',
    icon: IconTicket,
    order: 40,
    goKey: 'v',
    label: m.voucher_list,
  },
  validateSearch: voucherSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(voucherSearch))] },
  component: Vouchers,
});

function Vouchers() {
  const { contractId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <VouchersPage
      contractId={contractId}
      search={Route.useSearch()}
      onChange={(patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false })}
    />
  );
}
