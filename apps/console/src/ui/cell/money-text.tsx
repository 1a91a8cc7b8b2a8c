import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import classes from './money-text.module.css';

interface MoneyTextProps {
  /** A decimal string, as the API sends it; never a number. */
  amount: string;
  currency: DisplayCurrency;
  /** 2 for money, 8 for unit prices and usage rows. */
  places?: number;
  /** True to write "+" before income, in columns with income and expenses. */
  signed?: boolean;
  /** True if the payment is overdue. */
  isOverdue?: boolean;
}

/** An amount for people: grouped, in tabular figures, with a true minus sign. */
export function MoneyText({ amount, currency, places = 2, signed = false, isOverdue = false }: MoneyTextProps) {
  const shown = formatMoney(amount, currency, places);
  const isPositive = /[1-9]/.test(amount) && !amount.startsWith('-');
  return (
    <span
      className={classes.money}
      data-overdue={isOverdue || undefined}
      data-currency={currency}
      title={amount}
      data-whole
    >
      {signed && isPositive && '+'}
      {shown.replace('-', '−')}
    </span>
  );
}
