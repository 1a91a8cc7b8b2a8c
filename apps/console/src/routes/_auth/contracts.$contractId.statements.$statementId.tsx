import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { statementQueries } from '../../features/statement/statement.queries.ts';
import { StatementPage } from '../../features/statement/statement-page.tsx';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/contracts/$contractId/statements/$statementId')({
  staticData: { label: m.statement_one },
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(statementQueries.detail(params.contractId, params.statementId)),
  component: StatementDetail,
});

function StatementDetail() {
  const { contractId, statementId } = Route.useParams();
  const { data } = useSuspenseQuery(statementQueries.detail(contractId, statementId));
  return <StatementPage statement={data} />;
}
