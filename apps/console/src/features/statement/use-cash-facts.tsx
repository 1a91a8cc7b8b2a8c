import { useQuery } from '@tanstack/react-query';
import type { StatementSummary } from '@usance/api/billing/statement';
import { add, formatDecimal, isZero, subtract } from '@usance/money/decimal';
import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { statementQueries } from './statement.queries.ts';

type Facts = readonly (readonly [name: string, value: ReactNode])[];

/** Returns the cash before and after a statement is deducted, and the month before; none without a statement. */
export function useCashFacts(statement: StatementSummary | undefined): { facts: Facts; isWaiting: boolean } {
  const contractId = statement?.contractId ?? '';
  const enabled = statement !== undefined;
  const balance = useQuery({ ...availableBalanceQueries.detail(contractId), enabled });
  const former = useQuery({ ...statementQueries.before(contractId, statement?.start ?? ''), enabled });
  if (!statement) return { facts: [], isWaiting: false };
  const { currency } = statement;
  const money = (amount: string) => <MoneyText amount={amount} currency={currency} />;
  const before = former.data?.items[0];
  const cash = balance.data && cashOf(statement, balance.data.details);
  return {
    // Missing figures must not keep anybody from approving: the money moves as it would without them.
    isWaiting: [balance, former].some(({ isPending, failureCount }) => isPending && failureCount === 0),
    facts: [
      ...(before
        ? [[m.statement_payable_of({ month: formatMonth(before.month) }), money(before.payableAmount)] as const]
        : []),
      ...(cash
        ? ([
            [m.statement_cash_now(), money(cash.now)],
            ...(isZero(cash.held) ? [] : [[m.statement_cash_held(), money(cash.held)] as const]),
            ...(isZero(cash.dueElsewhere)
              ? []
              : [[m.statement_cash_due_elsewhere(), money(cash.dueElsewhere)] as const]),
            [m.statement_cash_left(), money(cash.left)],
          ] as const)
        : []),
    ],
  };
}

interface CashDetails {
  bankBalance: string;
  frozen: string;
  undeductedDue: string;
  undeductedOverDue: string;
}

function cashOf({ undeductedAmount }: StatementSummary, details: CashDetails) {
  const due = add(details.undeductedDue, details.undeductedOverDue);
  return {
    now: details.bankBalance,
    held: details.frozen,
    dueElsewhere: formatDecimal(subtract(due, undeductedAmount)),
    left: formatDecimal(subtract(subtract(details.bankBalance, details.frozen), due)),
  };
}
