import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { explainedAtOnce } from '@usance/api/billing/explanation';
import type { Contract } from '@usance/api/contract/contract';
import { useMemo, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { explainedColumns } from './explained-columns.tsx';
import { type ExplainedPurchases, explanationQueries } from './explanation.queries.ts';

export interface PurchaseExplanationProps {
  purchases: ExplainedPurchases;
  currency: Contract['currency'];
  /** The name of the rows. */
  caption: string;
  onClose: () => void;
}

/** The making of the amounts of rated rows, the oldest first. */
export function PurchaseExplanationDialog({ purchases, currency, caption, onClose }: PurchaseExplanationProps) {
  useFocusBack();
  const [page, setPage] = useState(1);
  const query = useQuery(explanationQueries.purchases(purchases, page));
  const { data } = query;
  const columns = useMemo(() => explainedColumns(currency), [currency]);
  return (
    <Modal opened onClose={onClose} title={m.explanation_of_rows()} size={960}>
      {query.error && !data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          tableId="explanation-rows"
          caption={caption}
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          stale={query.isPlaceholderData}
          {...(data && { paging: { page, size: explainedAtOnce, total: data.totalSize, onPage: setPage } })}
          empty={m.explanation_no_rows()}
          dense
        />
      )}
    </Modal>
  );
}
