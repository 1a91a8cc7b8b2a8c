import { Button } from '@mantine/core';
import type { Budget } from '@usance/api/billing/budget';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { LongText } from '../../ui/cell/long-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { ShareBar } from '../../ui/cell/share-bar.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { byAmount, type Column } from '../../ui/table/column/column.ts';
import { moneyColumn, textColumn } from '../../ui/table/column/columns.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import classes from './budget-columns.module.css';
import { budgetStatus, limitWord } from './budget-words.ts';
import { scopeWords } from './scope-words.ts';

export type BudgetAct = 'edit' | 'goOn' | 'delete';

/** The columns of the list of budgets; the actions only for who may change them. */
export function budgetColumns(
  { currency }: Contract,
  onAct: ((act: BudgetAct, budget: Budget) => void) | undefined,
): Column<Budget>[] {
  return [
    {
      id: 'name',
      header: m.budget_name(),
      cell: (budget) => (
        <span className={classes.name}>
          <LongText>{budget.name}</LongText>
          <span className={classes.scope}>{scopeWords(budget.filter)}</span>
        </span>
      ),
      compare: (one, other) => one.name.localeCompare(other.name),
      minWidth: 140,
      share: 24,
    },
    moneyColumn('amount', m.budget_amount(), ({ amount }) => amount, { currency, ordersHere: true, phone: 'end' }),
    {
      id: 'spent',
      header: m.budget_month_so_far(),
      align: 'end',
      cell: (budget) => <Spent budget={budget} />,
      compare: (one, other) => byAmount<Budget>(({ spent }) => spent?.amount ?? '0')(one, other),
      phone: 'figure',
    },
    {
      id: 'state',
      header: m.budget_state(),
      // Before the first count nothing is known.
      cell: (budget) => budget.spent && <State budget={budget} />,
      wraps: true,
      phone: 'below',
    },
    textColumn('warnings', m.budget_warns_at(), warnedShares, { minWidth: 84, share: 14, wraps: true }),
    textColumn('atLimit', m.budget_then(), ({ atLimit }) => limitWord[atLimit](), {
      minWidth: 96,
      share: 16,
      wraps: true,
    }),
    ...(onAct === undefined ? [] : [actionsColumn(onAct)]),
  ];
}

/** The shares of the cost, and those of its forecast. */
function warnedShares({ warnings, forecastWarnings }: Budget): string {
  const percents = (shares: readonly number[]) => shares.map((percent) => m.budget_percent({ percent })).join(', ');
  const parts = [
    percents(warnings),
    forecastWarnings.length > 0 && m.budget_forecast_shares({ shares: percents(forecastWarnings) }),
  ];
  return parts.filter(Boolean).join('; ');
}

function State({ budget }: { budget: Budget }) {
  const { tone, word } = budgetStatus(budget);
  return <StatusTag tone={tone}>{word}</StatusTag>;
}

/** The cost of the running month, as an amount and as a share, and what it is expected to come to. */
function Spent({ budget }: { budget: Budget }) {
  const { spent, expected, currency, state } = budget;
  if (spent === undefined) return <span className={classes.scope}>{m.budget_counting()}</span>;
  return (
    <span className={classes.spent}>
      <span>
        <MoneyText amount={spent.amount} currency={currency} /> · {m.budget_percent({ percent: spent.percent })}
      </span>
      {/* Corrections can bring a month below zero, which no bar shows. */}
      <ShareBar
        share={spent.percent.startsWith('-') ? '0%' : `${spent.percent}%`}
        reached={state === 'stopped' ? 'bad' : budgetStatus(budget).tone === 'good' ? undefined : 'warn'}
      />
      {expected && (
        <span className={classes.expected}>
          {m.budget_expected_month()} <MoneyText amount={expected.amount} currency={currency} /> ·{' '}
          {m.budget_percent({ percent: expected.percent })}
        </span>
      )}
    </span>
  );
}

const actionsColumn = (onAct: (act: BudgetAct, budget: Budget) => void): Column<Budget> => ({
  id: 'actions',
  header: m.budget_actions(),
  stays: true,
  phone: 'line',
  cell: (budget) => {
    const button = (act: BudgetAct, word: string) => (
      <Button variant="default" size="xs" aria-label={`${word}: ${budget.name}`} onClick={() => onAct(act, budget)}>
        {word}
      </Button>
    );
    return (
      <RowActions wraps>
        {(budget.state === 'asked' || budget.state === 'stopped') && button('goOn', m.budget_go_on())}
        {button('edit', m.budget_edit())}
        {button('delete', m.budget_delete())}
      </RowActions>
    );
  },
});
