import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExplainedBalance } from '@usance/api/billing/available-balance';
import { formatDecimal, negate } from '@usance/money/decimal';
import { useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { useFocusBack } from '../../../ui/feedback/dialog/use-focus-back.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { availableBalanceQueries } from '../available-balance.queries.ts';
import type { BalanceExplanationProps } from './balance-explanation.tsx';
import { type PartOfTerm, partColumns } from './part-columns.tsx';

/** The parts of each term of the available balance; they add up to it, to the last place. */
export function BalanceExplanationDialog({ contract, onClose }: BalanceExplanationProps) {
  useFocusBack();
  const query = useQuery(availableBalanceQueries.explained(contract.id));
  const { data } = query;
  const rows = useMemo(() => data && rowsOf(data), [data]);
  const places = rows?.every(({ amount }) => /^-?\d+(\.\d{1,2}0*)?$/.test(amount)) ? 2 : 12;
  const columns = useMemo(() => partColumns(contract, places), [contract, places]);
  return (
    <Modal opened onClose={onClose} title={m.available_balance_explained_title()} size={760}>
      {query.error && !data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          tableId="explained-balance"
          caption={m.available_balance_explained_parts()}
          columns={columns}
          rows={rows}
          rowId={({ no }) => no}
          empty={m.available_balance_explained_no_parts()}
          {...(data && {
            totals: {
              term: m.available_balance_title(),
              amount: <MoneyText amount={data.availableBalance} currency={data.currency} places={places} />,
            },
          })}
          dense
        />
      )}
    </Modal>
  );
}

/** The parts with the sign by which they count. */
function rowsOf({ terms }: ExplainedBalance): PartOfTerm[] {
  return terms.flatMap(({ term, isOwed, parts }) =>
    parts.map((part, at) => ({
      ...part,
      no: `${term}-${at}`,
      term,
      amount: isOwed ? formatDecimal(negate(part.amount)) : part.amount,
    })),
  );
}
