import { Link } from '@tanstack/react-router';
import type { Deduction } from '@usance/api/billing/deduction';
import type { Contract } from '@usance/api/contract/contract';
import { billingMonthOf, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { instant } from '@usance/period/instant';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { MonthField } from '../../ui/field/month-field.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import type { Column } from '../../ui/table/column/column.ts';
import { idColumn, moneyColumn } from '../../ui/table/column/columns.tsx';
import { QueryTable, type QueryTableState } from '../../ui/table/query-table.tsx';
import { deductionQueries } from './deduction.queries.ts';

interface RedemptionHistoryProps extends Omit<QueryTableState, 'onClearFilters' | 'toolbar'> {
  contract: Contract;
  order: { orderBy: 'gmtCreated' | 'amount'; ordering: 'asc' | 'desc' };
  /** The statement's month. */
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
}

/** The payments by vouchers for each statement, with the rest of each voucher. */
export function RedemptionHistory({ contract, order, month, onMonth, ...table }: RedemptionHistoryProps) {
  const columns = useMemo(() => columnsOf(contract), [contract]);
  return (
    <QueryTable
      tableId="redemption"
      caption={m.deduction_redemptions()}
      columns={columns}
      query={deductionQueries.list(contract.id, {
        deductType: 'voucher',
        pageNum: table.page,
        pageSize: table.size,
        ...order,
        ...(month !== undefined && {
          statementStart: rangeOf(parseBillingMonth(month), contract.billingZone).start,
        }),
      })}
      empty={{ title: m.deduction_redemptions_empty(), hint: m.deduction_redemptions_empty_hint() }}
      toolbar={
        <MonthField
          label={m.deduction_statement_month()}
          value={month ?? null}
          onChange={(chosen) => onMonth(chosen ?? undefined)}
        />
      }
      {...table}
      onClearFilters={month === undefined ? undefined : () => onMonth(undefined)}
    />
  );
}

const columnsOf = ({ id: contractId, billingZone, currency }: Contract): Column<Deduction>[] => [
  {
    id: 'gmtCreated',
    header: m.ui_time(),
    cell: (row) => <InstantText at={row.gmtCreated} zone={billingZone} />,
    minWidth: 160,
    sortable: true,
  },
  idColumn('voucherID', m.deduction_voucher(), (row) => row.voucherID ?? '', { phone: 'line' }),
  moneyColumn('amount', m.deduction_redeemed(), (row) => row.amount, { currency, sortable: true, phone: 'figure' }),
  {
    id: 'newBalance',
    header: m.ui_balance_after(),
    align: 'end',
    cell: (row) => row.voucherNewBalanceFormatted,
    phone: 'end',
  },
  {
    id: 'statement',
    header: m.deduction_statement(),
    cell: ({ statementID, statementStart }) => (
      <Link to="/billing-center/$contractId/statements/$statementId" params={{ contractId, statementId: statementID }}>
        {formatMonth(billingMonthOf(instant(statementStart), billingZone))}
      </Link>
    ),
    phone: 'below',
  },
];
