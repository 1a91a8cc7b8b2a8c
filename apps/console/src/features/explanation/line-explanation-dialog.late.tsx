import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { explainedAtOnce } from '@usance/api/billing/explanation';
import { useMemo, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { billingItemWord } from '../sku/sku-words.ts';
import { explainedColumns } from './explained-columns.tsx';
import { type ExplainedLine, explanationQueries } from './explanation.queries.ts';
import { lineFacts } from './line-facts.tsx';

interface LineExplanationDialogProps {
  line: ExplainedLine;
  onClose: () => void;
}

/** The making of a line's amount: its terms, and the rated rows that it sums. */
export function LineExplanationDialog({ line, onClose }: LineExplanationDialogProps) {
  useFocusBack();
  const [page, setPage] = useState(1);
  const query = useQuery(explanationQueries.line(line, page));
  const { data } = query;
  const currency = data?.currency ?? 'USD';
  const columns = useMemo(() => explainedColumns(currency), [currency]);
  const title = data ? m.explanation_title({ item: billingItemWord(data.line.billingItem) }) : m.explanation_of_line();
  return (
    <Modal opened onClose={onClose} title={title} size={960}>
      {data && <Facts facts={lineFacts(data)} />}
      {query.error && !data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          tableId="explanation-rows"
          caption={m.explanation_rows()}
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          stale={query.isPlaceholderData}
          {...(data && { paging: { page, size: explainedAtOnce, total: data.totalSize, onPage: setPage } })}
          empty={data?.hasRows === false ? m.explanation_elsewhere() : m.explanation_no_rows()}
          dense
        />
      )}
    </Modal>
  );
}
