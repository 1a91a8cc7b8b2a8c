import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../../i18n/messages.gen.ts';
import { FocusOfHash } from '../../../ui/late/focus-of-hash.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { FocusExportButton } from '../../focus-export/focus-export-button.tsx';
import type { ChangeStatementSearch, StatementSearch } from './statement-search.ts';
import { askedStatements, StatementTable } from './statement-table.tsx';
import { StatementTrend } from './statement-trend.tsx';

interface StatementsPartsProps {
  contract: Contract;
  search: StatementSearch;
  onChange: ChangeStatementSearch;
}

/** The trend by month, and all statements. */
export function StatementsParts({ contract, search, onChange }: StatementsPartsProps) {
  const { isError } = useQuery(askedStatements(contract, search));
  return (
    <>
      <StatementTrend
        contract={contract}
        months={search.trend}
        isFailureTold={isError}
        onMonths={(trend) => onChange({ trend })}
        onMonth={(month) => onChange({ page: 1, month, overdue: undefined })}
      />
      <Section title={m.statement_all()} id="all_statements" actions={<FocusExportButton contract={contract} />}>
        <StatementTable contract={contract} search={search} onChange={onChange} />
      </Section>
      <FocusOfHash />
    </>
  );
}
