import { createFileRoute } from '@tanstack/react-router';
import type { Statement } from '@usance/api/billing/statement';
import { statementQueries } from '../../../features/statement/statement.queries.ts';
import { StatementDetailPage } from '../../../features/statement/statement-detail-page.tsx';
import { statementLineSearch } from '../../../features/statement/statement-line-search.ts';
import { formatMonth } from '../../../ui/format/dates.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/statements/$statementId')({
  staticData: {
    crumb: ({ loaderData, params }) => {
      const statement = loaderData as Statement | undefined;
      return statement ? formatMonth(statement.month) : (params['statementId'] ?? '');
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
