import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import { isZero } from '@usance/money/decimal';
import type { ReactNode } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { barOfBalance } from './balance-bar.ts';
import classes from './balance-equation.module.css';
import { type BalanceSource, type BalanceTerm, balanceTerms } from './balance-terms.ts';

interface BalanceEquationProps {
  balance: AvailableBalance;
  contractId: Contract['id'];
  onExplain: () => void;
}

/** The terms of the available balance with their signs, each a link to where it comes from, and their proportions. */
export function BalanceEquation({ balance, contractId, onExplain }: BalanceEquationProps) {
  const { parts, covered } = barOfBalance(balance);
  return (
    <div className={classes.equation}>
      <div className={classes.bar} aria-hidden="true">
        {parts.map(({ source, share }) => (
          <span key={source} data-source={source} style={{ inlineSize: `${share * 100}%` }} />
        ))}
        {covered < 1 && <i className={classes.covered} style={{ insetInlineStart: `${covered * 100}%` }} />}
      </div>
      <ul className={classes.terms} aria-label={m.available_balance_terms()}>
        {balanceTerms(balance).map((term) => (
          <Term key={term.source} term={term} currency={balance.currency} contractId={contractId} />
        ))}
      </ul>
      <Button variant="subtle" size="compact-xs" className={classes.explain} onClick={onExplain}>
        {m.available_balance_explained_open()}
      </Button>
    </div>
  );
}

interface TermProps extends Pick<BalanceEquationProps, 'contractId'> {
  term: BalanceTerm;
  currency: AvailableBalance['currency'];
}

function Term({ term: { source, label, amount, isOwed }, currency, contractId }: TermProps) {
  return (
    <li>
      <span className={classes.sign}>{isOwed ? '−' : '+'}</span>
      <span>
        <span className={classes.label} data-source={isOwed ? source : undefined}>
          {linkOf[source](contractId, label)}
        </span>
        <span className={classes.amount} data-figures data-bad={(source === 'overdue' && !isZero(amount)) || undefined}>
          <MoneyText amount={amount} currency={currency} />
        </span>
      </span>
    </li>
  );
}

const linkOf: Record<BalanceSource, (contractId: string, label: string) => ReactNode> = {
  cash: (contractId, label) => (
    <Link to="/billing-center/$contractId/income-expense" params={{ contractId }} hash="cash_details">
      {label}
    </Link>
  ),
  voucher: (contractId, label) => (
    <Link to="/billing-center/$contractId/vouchers" params={{ contractId }}>
      {label}
    </Link>
  ),
  frozen: (contractId, label) => (
    <Link to="/billing-center/$contractId/income-expense" params={{ contractId }} hash="frozen_details">
      {label}
    </Link>
  ),
  unbilled: (contractId, label) => (
    <Link to="/billing-center/$contractId/cost-analysis" params={{ contractId }}>
      {label}
    </Link>
  ),
  credit: statementsLink,
  due: statementsLink,
  overdue: statementsLink,
};

function statementsLink(contractId: string, label: string) {
  return (
    <Link to="/billing-center/$contractId/statements" params={{ contractId }}>
      {label}
    </Link>
  );
}
