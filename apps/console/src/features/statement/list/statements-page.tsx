import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as m from '../../../i18n/messages.gen.ts';
import { Below } from '../../../ui/late/below.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { availableBalanceQueries } from '../../available-balance/available-balance.queries.ts';
import { UnbilledCard } from '../../available-balance/unbilled-card.tsx';
import { contractQueries } from '../../contract/contract.queries.ts';
import { FocusExportButton } from '../../focus-export/focus-export-button.tsx';
import { StatementNotes } from './statement-notes.tsx';
import type { ChangeStatementSearch, StatementSearch } from './statement-search.ts';
import { askedStatements, StatementTable } from './statement-table.tsx';
import { StatementTrend } from './statement-trend.tsx';

interface StatementsPageProps {
  contractId: string;
  search: StatementSearch;
  onChange: ChangeStatementSearch;
}

/** The unbilled amount, the trend by month, and all statements. */
export function StatementsPage({ contractId, search, onChange }: StatementsPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { isError } = useQuery(askedStatements(contract, search));
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
      <StatementTrend
        contract={contract}
        months={search.trend}
        isFailureTold={isError}
        onMonths={(trend) => onChange({ trend })}
        onMonth={(month) => onChange({ page: 1, month, overdue: undefined })}
      />
      <Below>
        <Section title={m.statement_all()} id="all_statements" actions={<FocusExportButton contract={contract} />}>
          <StatementTable contract={contract} search={search} onChange={onChange} />
        </Section>
      </Below>
    </>
  );
}
