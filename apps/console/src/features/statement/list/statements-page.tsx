import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as m from '../../../i18n/messages.gen.ts';
import { Below, loadedBelow } from '../../../ui/late/below.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { availableBalanceQueries } from '../../available-balance/available-balance.queries.ts';
import { UnbilledCard } from '../../available-balance/unbilled-card.tsx';
import { contractQueries } from '../../contract/contract.queries.ts';
import { StatementNotes } from './statement-notes.tsx';
import type { ChangeStatementSearch, StatementSearch } from './statement-search.ts';

interface StatementsPageProps {
  contractId: string;
  search: StatementSearch;
  onChange: ChangeStatementSearch;
}

/** The unbilled amount, the trend by month, and all statements. */
export function StatementsPage({ contractId, search, onChange }: StatementsPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data: balance } = useQuery(availableBalanceQueries.detail(contractId));
  // A study never has a statement, so the notes on issue and payment would be wrong.
  if (balance?.isStudy)
    return (
      <>
        <PageHeader title={m.statement_list()} />
        <UnbilledCard contractId={contractId} />
      </>
    );
  return (
    <>
      <PageHeader title={m.statement_list()} lead={m.statement_list_lead()} />
      <StatementNotes />
      <UnbilledCard contractId={contractId} />
      <Below>
        <StatementsParts contract={contract} search={search} onChange={onChange} />
      </Below>
    </>
  );
}

const StatementsParts = loadedBelow(async () => (await import('./statements-parts.late.tsx')).StatementsParts);
