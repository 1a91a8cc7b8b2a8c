import { Link } from '@tanstack/react-router';
import type { StatementSummary } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../../i18n/messages.gen.ts';
import { formatMonth } from '../../../ui/format/dates.ts';
import type { Column } from '../../../ui/table/column/column.ts';
import { dayColumn, moneyColumn, statusColumn } from '../../../ui/table/column/columns.tsx';
import { statementStatus } from '../statement-status.ts';
import { OpenAmount } from './open-amount.tsx';
import { StatementRowActions } from './statement-row-actions.tsx';

/** The columns of the list of statements; an overdue one shows its date and amount. */
export function statementColumns(
  currency: Contract['currency'],
  onApprove: (statement: StatementSummary) => void,
): Column<StatementSummary>[] {
  const money = { currency };
  const sortableMoney = { currency, sortable: true };
  const isOverdue = (row: StatementSummary) => row.overdue;
  return [
    {
      id: 'start',
      header: m.statement_month(),
      cell: (row) => <MonthLink statement={row} />,
      sortable: true,
      minWidth: 124,
    },
    moneyColumn('amount', m.statement_consumption(), (row) => row.amount, sortableMoney),
    moneyColumn('marketplaceMetered', m.statement_marketplace_metered(), (row) => row.marketplaceMetered, {
      ...money,
      hidden: true,
    }),
    moneyColumn('voucherDeducted', m.statement_vouchers(), (row) => row.voucherDeducted, money),
    moneyColumn('payableAmount', m.statement_payable(), (row) => row.payableAmount, sortableMoney),
    dayColumn('dueDate', m.statement_due_date(), (row) => row.dueDate, { sortable: true, isOverdue }),
    moneyColumn('cashDeducted', m.statement_deducted(), (row) => row.cashDeducted, money),
    moneyColumn('creditDeducted', m.statement_credit_deducted(), (row) => row.creditDeducted, {
      ...money,
      hidden: true,
    }),
    {
      id: 'undeductedAmount',
      header: m.statement_undeducted(),
      align: 'end',
      cell: (row) => <OpenAmount statement={row} currency={currency} />,
      phone: 'figure',
    },
    statusColumn('state', m.statement_state(), statementStatus, { minWidth: 146, wraps: true, phone: 'below' }),
    {
      id: 'actions',
      header: m.statement_actions(),
      stays: true,
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
