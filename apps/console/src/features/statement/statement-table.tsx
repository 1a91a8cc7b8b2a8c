import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StatementSummary } from '@usance/api/statement';
import { type ReactNode, useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { DayText } from '../../ui/cell/date-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import type { Column, Sort } from '../../ui/table/column.ts';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import { saveStatements } from './download-statements.ts';
import { StatementStatusTag } from './statement-status-tag.tsx';

interface StatementTableProps
  extends Pick<DataTableProps<StatementSummary>, 'rows' | 'stale' | 'error' | 'onRetry' | 'paging' | 'toolbar'> {
  sort: Sort;
  onSort: (sort: Sort | undefined) => void;
  onApprove: (statement: StatementSummary) => void;
  onClearFilters: (() => void) | undefined;
  empty: ReactNode;
}

/** Signed statements, newest first unless a person asks otherwise. */
export function StatementTable({ onApprove, ...table }: StatementTableProps) {
  const columns = useMemo(() => columnsOf(onApprove), [onApprove]);
  return (
    <DataTable tableId="statement" caption={m.statement_list()} columns={columns} rowId={(row) => row.id} {...table} />
  );
}

const columnsOf = (onApprove: (statement: StatementSummary) => void): Column<StatementSummary>[] => [
  {
    id: 'start',
    header: m.statement_month(),
    cell: (row) => <MonthLink statement={row} />,
    sortable: true,
    minWidth: 140,
  },
  money('amount', m.statement_consumption(), (row) => row.amount, true),
  money('voucherDeducted', m.statement_vouchers(), (row) => row.voucherDeducted),
  money('payableAmount', m.statement_payable(), (row) => row.payableAmount, true),
  { id: 'dueDate', header: m.statement_due_date(), cell: (row) => <DayText day={row.dueDate} />, sortable: true },
  money('cashDeducted', m.statement_deducted(), (row) => row.cashDeducted),
  money('undeductedAmount', m.statement_undeducted(), (row) => row.undeductedAmount),
  { id: 'state', header: m.statement_state(), cell: (row) => <StatementStatusTag statement={row} /> },
  { id: 'actions', header: m.statement_actions(), cell: (row) => <Actions statement={row} onApprove={onApprove} /> },
];

function money(
  id: string,
  header: string,
  amountOf: (row: StatementSummary) => string,
  sortable = false,
): Column<StatementSummary> {
  return {
    id,
    header,
    align: 'end',
    sortable,
    cell: (row) => <MoneyText amount={amountOf(row)} currency={row.currency} />,
  };
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

function Actions({
  statement,
  onApprove,
}: {
  statement: StatementSummary;
  onApprove: (statement: StatementSummary) => void;
}) {
  const { permissions } = statement;
  const month = formatMonth(statement.month);
  return (
    <Button.Group>
      {statement.confirmState === 'unconfirmed' && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!permissions.canConfirm}
          onClick={() => onApprove(statement)}
          aria-label={m.statement_approve_month({ month })}
        >
          {m.statement_approve()}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={!permissions.canDownload}
        onClick={() => saveStatements(statement.contractId, [statement.id])}
        aria-label={m.statement_download_month({ month })}
      >
        {m.statement_download()}
      </Button>
    </Button.Group>
  );
}
