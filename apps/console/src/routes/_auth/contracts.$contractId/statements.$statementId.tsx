import { createFileRoute } from '@tanstack/react-router';
import { statementQueries } from '../../../features/statement/statement.queries.ts';
import { StatementDetailPage } from '../../../features/statement/statement-detail-page.tsx';
import { statementLineSearch } from '../../../features/statement/statement-line-search.ts';
import * as m from '../../../i18n/messages.gen.ts';

/** The statement page of the billing center, below the contract. */
export const Route = createFileRoute('/_auth/contracts/$contractId/statements/$statementId')({
  staticData: { label: m.statement_one },
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
