import type { StatementSummary } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { isZero } from '@usance/money/decimal';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { formatDay } from '../../../ui/format/dates.ts';
import { useNarrow } from '../../../ui/table/use-narrow.ts';
import classes from './open-amount.module.css';

interface OpenAmountProps {
  statement: StatementSummary;
  currency: Contract['currency'];
}

/**
 * Shows the amount of a statement still to be paid. On a phone no heading names it, so its name is before it and its
 * day below; a settled statement shows its total instead.
 */
export function OpenAmount({ statement, currency }: OpenAmountProps) {
  const { undeductedAmount, payableAmount, dueDate, overdue } = statement;
  const isNarrow = useNarrow();
  const open = <MoneyText amount={undeductedAmount} currency={currency} isOverdue={overdue} />;
  if (!isNarrow) return open;
  if (isZero(undeductedAmount)) {
    return (
      <>
        <span className={classes.name}>{m.statement_payable()}</span>{' '}
        <MoneyText amount={payableAmount} currency={currency} />
      </>
    );
  }
  return (
    <>
      <span className={classes.name}>{m.statement_undeducted()}</span> {open}
      <span className={classes.due} data-overdue={overdue || undefined}>
        {m.statement_due_on({ date: formatDay(dueDate) })}
      </span>
    </>
  );
}
