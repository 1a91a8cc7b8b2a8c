import { Link } from '@tanstack/react-router';
import type { BalancePart, TermOfBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import type { ReactNode } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { IdText } from '../../../ui/cell/id-text.tsx';
import { formatInstant, formatMonth } from '../../../ui/format/dates.ts';
import type { Column } from '../../../ui/table/column/column.ts';
import { moneyColumn, textColumn } from '../../../ui/table/column/columns.tsx';
import { holdCauseWord } from '../../frozen/hold-cause-words.ts';

/** A part of a term; its amount is negative if it is owed. */
export interface PartOfTerm extends BalancePart {
  no: string;
  term: TermOfBalance;
}

export type ExplainedContract = Pick<Contract, 'id' | 'currency' | 'billingZone'>;

/** Each part with the term to which it belongs, and a link to where it comes from. */
export function partColumns(contract: ExplainedContract, places: number): Column<PartOfTerm>[] {
  return [
    textColumn('term', m.available_balance_explained_term(), ({ term }) => termWord[term]()),
    {
      id: 'part',
      header: m.available_balance_explained_part(),
      cell: (part) => nameOf(part, contract),
      wraps: true,
      phone: 'line',
    },
    moneyColumn('amount', m.available_balance_explained_counts(), ({ amount }) => amount, {
      currency: contract.currency,
      places,
      signed: true,
      phone: 'figure',
    }),
  ];
}

const termWord: Readonly<Record<TermOfBalance, () => string>> = {
  cash: m.available_balance_cash,
  voucher: m.available_balance_voucher,
  credit: m.available_balance_credit,
  frozen: m.available_balance_frozen,
  unbilled: m.available_balance_usage,
  due: m.available_balance_due,
  overdue: m.available_balance_overdue,
};

function nameOf(part: BalancePart, contract: ExplainedContract): ReactNode {
  const { kind, count = 0, voucherID = '', end = '', cause, statementID = '', month = '' } = part;
  switch (kind) {
    case 'deposit':
      return m.available_balance_explained_deposits({ count: String(count) });
    case 'deduct':
      return m.available_balance_explained_deductions({ count: String(count) });
    case 'withdraw':
      return m.available_balance_explained_withdrawals({ count: String(count) });
    case 'voucher':
      return (
        <>
          <IdText id={voucherID} /> {m.available_balance_explained_voucher_until({ time: formatInstant(end) })}
        </>
      );
    case 'otherVouchers':
      return m.available_balance_explained_other_vouchers({ count: String(count) });
    case 'endedVouchers':
      return m.available_balance_explained_ended_vouchers();
    case 'hold':
      return cause && holdCauseWord[cause]();
    case 'month':
      return (
        <Link
          to="/billing-center/$contractId/cost-analysis"
          params={{ contractId: contract.id }}
          search={{ time: rangeOf(parseBillingMonth(month), contract.billingZone).start }}
        >
          {m.available_balance_explained_usage_of({ month: formatMonth(month) })}
        </Link>
      );
    case 'rounding':
      return m.available_balance_explained_rounding();
    case 'credit':
    case 'statement':
      return (
        <Link
          to="/billing-center/$contractId/statements/$statementId"
          params={{ contractId: contract.id, statementId: statementID }}
        >
          {m.available_balance_explained_statement_of({ month: formatMonth(month) })}
        </Link>
      );
  }
}
