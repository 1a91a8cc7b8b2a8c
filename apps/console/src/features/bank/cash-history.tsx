import { Link } from '@tanstack/react-router';
import type { BankBalanceDetail } from '@usance/api/billing/bank';
import type { Contract } from '@usance/api/contract/contract';
import { billingMonthOf } from '@usance/period/billing-month';
import { instant } from '@usance/period/instant';
import { type ReactNode, useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { LongText } from '../../ui/cell/long-text.tsx';
import type { Status } from '../../ui/cell/status-tag.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import type { Column } from '../../ui/table/column/column.ts';
import { instantColumn, moneyColumn, statusColumn } from '../../ui/table/column/columns.tsx';
import { QueryTable, type QueryTableState } from '../../ui/table/query-table.tsx';
import { bankQueries } from './bank.queries.ts';
import { CashSummary } from './cash-summary.tsx';

interface CashHistoryProps extends QueryTableState {
  contract: Contract;
  range: { start?: number; end?: number };
  order: { orderBy: 'gmtTime' | 'amount'; ordering: 'asc' | 'desc' };
  type: BankBalanceDetail['type'] | undefined;
}

/** All cash movements with the balance after each, and their sums; a deduction links to its statement. */
export function CashHistory({ contract, range, type, order, ...table }: CashHistoryProps) {
  const columns = useMemo(() => columnsOf(contract), [contract]);
  return (
    <>
      <CashSummary contract={contract} range={range} />
      <QueryTable
        tableId="cash"
        caption={m.bank_details()}
        columns={columns}
        query={bankQueries.details(contract.id, {
          ...range,
          types: type,
          pageNum: table.page,
          pageSize: table.size,
          ...order,
        })}
        empty={{ title: m.bank_empty(), hint: m.bank_empty_hint() }}
        {...table}
      />
    </>
  );
}

const typeStatus: Readonly<Record<BankBalanceDetail['type'], () => Status>> = {
  deposit: () => ({ tone: 'good', word: m.bank_deposit() }),
  deduct: () => ({ tone: 'quiet', word: m.bank_deduct() }),
  withdraw: () => ({ tone: 'info', word: m.bank_withdraw() }),
};

/** Returns the types of cash movements for a filter. */
export const cashTypes = () => Object.entries(typeStatus).map(([value, status]) => ({ value, label: status().word }));

const columnsOf = (contract: Contract): Column<BankBalanceDetail>[] => {
  const { currency } = contract;
  return [
    instantColumn('gmtTime', m.ui_time(), (row) => row.gmtTime, { minWidth: 160, sortable: true }),
    statusColumn('type', m.ui_type(), (row) => typeStatus[row.type](), { phone: 'below' }),
    moneyColumn('amount', m.ui_amount(), (row) => (row.type === 'deposit' ? row.amount : `-${row.amount}`), {
      currency,
      signed: true,
      sortable: true,
      phone: 'figure',
    }),
    moneyColumn('newBalance', m.ui_balance_after(), (row) => row.newBalance, { currency, phone: 'end' }),
    {
      id: 'gmtTransacted',
      header: m.bank_transacted(),
      cell: ({ memo: { gmtTransacted } }) => gmtTransacted && <InstantText at={gmtTransacted} />,
      minWidth: 160,
    },
    { id: 'memo', header: m.bank_memo(), cell: (row) => memoOf(contract, row), phone: 'line' },
  ];
};

function memoOf(contract: Contract, { memo }: BankBalanceDetail): ReactNode {
  if (memo.statementID === undefined || memo.statementStart === undefined) {
    const {
      counterpartAccountName: name,
      counterpartAccountOpeningBank: bank,
      counterpartAccountNumber: number,
    } = memo;
    return <LongText>{[name, bank, number].filter(Boolean).join(' · ')}</LongText>;
  }
  return (
    <Link
      to="/billing-center/$contractId/statements/$statementId"
      params={{ contractId: contract.id, statementId: memo.statementID }}
    >
      {m.bank_statement_of({
        month: formatMonth(billingMonthOf(instant(memo.statementStart), contract.billingZone)),
      })}
    </Link>
  );
}
