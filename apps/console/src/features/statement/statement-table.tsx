import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract';
import type { StatementSummary } from '@usance/api/statement';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { MonthField } from '../../ui/field/month-field.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { searchOf, sortOf } from '../../ui/search/search.ts';
import type { Column } from '../../ui/table/column.ts';
import { dayColumn, moneyColumn, statusColumn } from '../../ui/table/columns.tsx';
import { QueryTable } from '../../ui/table/query-table.tsx';
import { statementQueries } from './statement.queries.ts';
import { StatementRowActions } from './statement-row-actions.tsx';
import { type ChangeStatementSearch, type StatementSearch, statementSearch } from './statement-search.ts';
import { statementStatus } from './statement-status.ts';
import { useApproveStatement } from './use-approve-statement.tsx';

interface StatementTableProps {
  contract: Contract;
  search: StatementSearch;
  onChange: ChangeStatementSearch;
}

/** The page of statements that a search asks for. */
export function askedStatements(contract: Contract, { page, size, month, sort, order }: StatementSearch) {
  return statementQueries.list(contract.id, {
    pageNum: page,
    pageSize: size,
    orderBy: sort,
    ordering: order,
    ...(month !== undefined && rangeOf(parseBillingMonth(month), contract.billingZone)),
  });
}

/** Signed statements, newest first unless a person asks otherwise. */
export function StatementTable({ contract, search, onChange }: StatementTableProps) {
  const { approve, dialog } = useApproveStatement();
  const columns = useMemo(() => columnsOf(contract.currency, approve), [contract.currency, approve]);
  const { page, size, month } = search;
  const toMonth = (chosen: string | null) => onChange({ page: 1, month: chosen ?? undefined });
  return (
    <>
      <QueryTable
        tableId="statement"
        caption={m.statement_list()}
        columns={columns}
        query={askedStatements(contract, search)}
        page={page}
        onPage={(next) => onChange({ page: next })}
        size={size}
        onSize={(chosen) => onChange({ page: 1, size: chosen })}
        sort={sortOf(search)}
        onSort={(sort) => onChange({ page: 1, ...searchOf(sort, statementSearch) })}
        onClearFilters={month === undefined ? undefined : () => toMonth(null)}
        empty={{ title: m.statement_empty(), hint: m.statement_empty_hint() }}
        toolbar={<MonthField label={m.statement_month()} value={month ?? null} onChange={toMonth} />}
      />
      {dialog}
    </>
  );
}

function columnsOf(
  currency: Contract['currency'],
  onApprove: (statement: StatementSummary) => void,
): Column<StatementSummary>[] {
  const money = { currency };
  const sortableMoney = { currency, sortable: true };
  return [
    {
      id: 'start',
      header: m.statement_month(),
      cell: (row) => <MonthLink statement={row} />,
      sortable: true,
      minWidth: 140,
    },
    moneyColumn('amount', m.statement_consumption(), (row) => row.amount, sortableMoney),
    moneyColumn('voucherDeducted', m.statement_vouchers(), (row) => row.voucherDeducted, money),
    moneyColumn('payableAmount', m.statement_payable(), (row) => row.payableAmount, {
      ...sortableMoney,
      phone: 'figure',
    }),
    dayColumn('dueDate', m.statement_due_date(), (row) => row.dueDate, { sortable: true }),
    moneyColumn('cashDeducted', m.statement_deducted(), (row) => row.cashDeducted, money),
    moneyColumn('undeductedAmount', m.statement_undeducted(), (row) => row.undeductedAmount, money),
    statusColumn('state', m.statement_state(), statementStatus, { phone: 'below' }),
    {
      id: 'actions',
      header: m.statement_actions(),
      cell: (row) => <StatementRowActions statement={row} onApprove={onApprove} />,
      phone: 'end',
    },
  ];
}

function MonthLink({ statement }: { statement: StatementSummary }) {
  return (
    <Link
      to="/billing-center/$contractId/statements/$statementId"
      params={{ contractId: statement.contractId, statementId: statement.id }}
    >
      {formatMonth(statement.month)}
    </Link>
  );
}
