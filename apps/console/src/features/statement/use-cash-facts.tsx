import { useQuery } from '@tanstack/react-query';
import type { StatementSummary } from '@usance/api/billing/statement';
import { add, formatDecimal, isZero, subtract } from '@usance/money/decimal';
import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import type { SumLine } from '../../ui/feedback/dialog/sum-list.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { statementQueries } from './statement.queries.ts';

type Facts = readonly (readonly [name: string, value: ReactNode])[];

interface CashFacts {
  /** The month before, to compare with. */
  former: Facts;
  /** The cash now, what is taken from it, and what is left. */
  sum: readonly SumLine[];
  isWaiting: boolean;
}

/** Returns the cash before and after a statement is deducted, and the month before; none without a statement. */
export function useCashFacts(statement: StatementSummary | undefined): CashFacts {
  const contractId = statement?.contractId ?? '';
  const enabled = statement !== undefined;
  const balance = useQuery({ ...availableBalanceQueries.detail(contractId), enabled });
  const former = useQuery({ ...statementQueries.before(contractId, statement?.start ?? ''), enabled });
  if (!statement) return { former: [], sum: [], isWaiting: false };
  const { currency } = statement;
  const before = former.data?.items[0];
  return {
    former: before
      ? [
          [
            m.statement_payable_of({ month: formatMonth(before.month) }),
            <MoneyText key="former" amount={before.payableAmount} currency={currency} />,
          ],
        ]
      : [],
    sum: balance.data ? cashSum(statement, balance.data.details) : [],
    // Missing figures must not keep anybody from approving: the money moves as it would without them.
    isWaiting: [balance, former].some(({ isPending, failureCount }) => isPending && failureCount === 0),
  };
}

interface CashDetails {
  bankBalance: string;
  frozen: string;
  unbilled: string;
  carriedCredit: string;
  undeductedDue: string;
  undeductedOverDue: string;
}

function cashSum({ undeductedAmount, currency }: StatementSummary, details: CashDetails): SumLine[] {
  const due = add(details.undeductedDue, details.undeductedOverDue);
  const left = subtract(subtract(details.bankBalance, details.frozen), due);
  // Credit lowers what is unbilled, but not what was used.
  const used = formatDecimal(add(details.unbilled, details.carriedCredit));
  const line = (name: string, amount: string): SumLine => ({
    name,
    value: <MoneyText amount={amount} currency={currency} />,
  });
  const taken = (name: string, amount: string): SumLine[] =>
    isZero(amount) ? [] : [{ ...line(name, amount), sign: '−' }];
  return [
    line(m.statement_cash_now(), details.bankBalance),
    ...taken(m.statement_cash_held(), details.frozen),
    ...taken(m.statement_cash_due_elsewhere(), formatDecimal(subtract(due, undeductedAmount))),
    ...taken(m.statement_cash_this(), undeductedAmount),
    { ...line(m.statement_cash_left(), formatDecimal(left)), sign: '=' },
    ...(isZero(used) ? [] : [line(m.statement_cash_used_since(), used)]),
  ];
}
