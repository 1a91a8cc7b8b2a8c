import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { statementSearch } from '../../../features/statement/list/statement-search.ts';
import { StatementsPage } from '../../../features/statement/list/statements-page.tsx';
import * as m from '../../../i18n/messages.gen.ts';
import { IconFileInvoice } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/statements/')({
  staticData: {
    menu: 'billing',
    auth: 'canReadBilling',
    icon: IconFileInvoice,
    order: 20,
    goKey: 's',
    label: m.statement_list,
    crumb: () => '',
  },
  validateSearch: statementSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(statementSearch))] },
  component: Statements,
});

function Statements() {
  const { contractId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <StatementsPage
      contractId={contractId}
      search={Route.useSearch()}
      onChange={(patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false })}
    />
  );
}
