import { createFileRoute } from '@tanstack/react-router';
import type { Statement } from '@usance/api/billing/statement';
import { statementQueries } from '../../../features/statement/statement.queries.ts';
import { StatementDetailPage } from '../../../features/statement/statement-detail-page.tsx';
import { statementLineSearch } from '../../../features/statement/statement-line-search.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { formatMonth } from '../../../ui/format/dates.ts';

/** The statement page of the billing center, below the contract. */
export const Route = createFileRoute('/_auth/contracts/$contractId/statements/$statementId')({
  staticData: {
    under: '/billing-center/$contractId/statements/',
    // No list stands before it that says what the month is of.
    crumb: ({ loaderData, params }) => {
      const statement = loaderData as Statement | undefined;
      return statement ? m.statement_title({ month: formatMonth(statement.month) }) : (params['statementId'] ?? '');
    },
  },
  validateSearch: statementLineSearch,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(statementQueries.detail(params.contractId, params.statementId)),
  component: StatementDetail,
});

function StatementDetail() {
  const navigate = Route.useNavigate();
  return (
    <StatementDetailPage
      {...Route.useParams()}
      line={Route.useSearch().line}
      onCloseLine={() => navigate({ search: {}, resetScroll: false })}
    />
  );
}
