import { Link } from '@tanstack/react-router';
import type { Statement } from '@usance/api/billing/statement';
import { isZero } from '@usance/money/decimal';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';

/** The payable amount and how it is calculated. */
export function StatementAmounts({ statement }: { statement: Statement }) {
  const figures = [
    [m.statement_payable(), statement.payableAmount],
    [m.statement_consumption(), statement.amount],
    ...(isZero(statement.marketplaceMetered)
      ? []
      : [[m.statement_marketplace_metered(), statement.marketplaceMetered] as const]),
    [m.statement_vouchers(), statement.voucherDeducted],
    ...(isZero(statement.creditApplied) ? [] : [[m.statement_credit_applied(), statement.creditApplied] as const]),
    [m.statement_deducted(), statement.cashDeducted],
    ...(isZero(statement.creditDeducted) ? [] : [[m.statement_credit_deducted(), statement.creditDeducted] as const]),
    [m.statement_undeducted(), statement.undeductedAmount],
    ...(isZero(statement.credited) ? [] : [[m.statement_credited(), statement.credited] as const]),
  ] as const;
  const overdueLabel = statement.overdue ? m.statement_undeducted() : undefined;
  return (
    <FigureRow>
      {figures.map(([label, amount], index) => (
        <FigureCard
          key={label}
          label={label}
          tone={label === overdueLabel ? 'bad' : undefined}
          size={index === 0 ? 'main' : 'side'}
          figure={<MoneyText amount={amount} currency={statement.currency} />}
        >
          {label === m.statement_vouchers() && !isZero(amount) && <RedeemedLink statement={statement} />}
        </FigureCard>
      ))}
    </FigureRow>
  );
}

/** Links to the vouchers' payments of the statement. */
function RedeemedLink({ statement: { contractId, month } }: { statement: Statement }) {
  return (
    <Link
      to="/billing-center/$contractId/vouchers"
      params={{ contractId }}
      search={{ month }}
      hash="redemptions"
      data-screen-only
    >
      {m.statement_vouchers_which()}
    </Link>
  );
}
