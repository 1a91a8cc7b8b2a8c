import type { Statement } from '@usance/api/statement';
import { m } from '../../paraglide/messages.js';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';

/** What is to be paid, and how it came to that. */
export function StatementAmounts({ statement }: { statement: Statement }) {
  const figures = [
    [m.statement_payable(), statement.payableAmount],
    [m.statement_consumption(), statement.amount],
    [m.statement_vouchers(), statement.voucherDeducted],
    [m.statement_deducted(), statement.cashDeducted],
    [m.statement_undeducted(), statement.undeductedAmount],
  ] as const;
  return (
    <FigureRow>
      {figures.map(([label, amount], index) => (
        <FigureCard
          key={label}
          label={label}
          size={index === 0 ? 'main' : 'side'}
          figure={<MoneyText amount={amount} currency={statement.currency} />}
        />
      ))}
    </FigureRow>
  );
}
