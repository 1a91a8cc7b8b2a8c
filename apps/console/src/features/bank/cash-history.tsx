import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BankBalanceDetail } from '@usance/api/bank';
import type { Contract } from '@usance/api/contract';
import { billingMonthOf } from '@usance/period/billing-month';
import { instant } from '@usance/period/instant';
import { type ReactNode, useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { StatusTag, type Tone } from '../../ui/cell/status-tag.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { balanceQueries } from '../available-balance/available-balance.queries.ts';
import type { DetailsProps } from './details-range.ts';

/** Every movement of cash with the balance after it; a deduction leads to its statement. */
export function CashTable({ contract, range, page, onPage, toolbar, onClear }: DetailsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    balanceQueries.cash(contract.id, { ...range, pageNum: page }),
  );
  const columns = useMemo(() => columnsOf(contract), [contract]);
  return (
    <DataTable
      tableId="cash"
      caption={m.ledger_cash_details()}
      columns={columns}
      rows={data?.items}
      rowId={(row) => row.id}
      stale={isPlaceholderData}
      error={error}
      onRetry={refetch}
      paging={{ page, total: data?.totalSize ?? 0, onPage }}
      toolbar={toolbar}
      onClearFilters={onClear}
      empty={<Empty title={m.ledger_cash_empty()}>{m.ledger_cash_empty_hint()}</Empty>}
    />
  );
}

const typeWord: Readonly<Record<BankBalanceDetail['type'], () => string>> = {
  deposit: m.ledger_deposit,
  deduct: m.ledger_deduct,
  withdraw: m.ledger_withdraw,
};

const typeTone: Readonly<Record<BankBalanceDetail['type'], Tone>> = {
  deposit: 'good',
  deduct: 'quiet',
  withdraw: 'info',
};

const columnsOf = (contract: Contract): Column<BankBalanceDetail>[] => [
  { id: 'gmtTime', header: m.ledger_time(), cell: (row) => <InstantText at={row.gmtTime} />, minWidth: 160 },
  {
    id: 'type',
    header: m.ledger_type(),
    cell: (row) => <StatusTag tone={typeTone[row.type]}>{typeWord[row.type]()}</StatusTag>,
  },
  {
    id: 'amount',
    header: m.ledger_amount(),
    align: 'end',
    cell: (row) => (
      <MoneyText amount={row.type === 'deposit' ? row.amount : `-${row.amount}`} currency={contract.currency} signed />
    ),
  },
  {
    id: 'newBalance',
    header: m.ledger_balance_after(),
    align: 'end',
    cell: (row) => <MoneyText amount={row.newBalance} currency={contract.currency} />,
  },
  { id: 'memo', header: m.ledger_memo(), cell: (row) => memoOf(contract, row) },
];

function memoOf(contract: Contract, { memo }: BankBalanceDetail): ReactNode {
  if (memo.statementID === undefined || memo.statementStart === undefined) {
    return [memo.counterpartAccountName, memo.counterpartAccountOpeningBank, memo.counterpartAccountNumber]
      .filter(Boolean)
      .join(' · ');
  }
  return (
    <Link
      to="/billing-center/$contractId/statements/$statementId"
      params={{ contractId: contract.id, statementId: memo.statementID }}
    >
      {m.ledger_statement_of({
        month: formatMonth(billingMonthOf(instant(memo.statementStart), contract.billingZone)),
      })}
    </Link>
  );
}
