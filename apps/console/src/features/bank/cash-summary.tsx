import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { bankQueries } from './bank.queries.ts';
import classes from './cash-summary.module.css';

/** The sums of cash in and out, for the range of the table. It keeps its place while they load. */
export function CashSummary({ contract, range }: { contract: Contract; range: { start?: number; end?: number } }) {
  const { data } = useQuery(bankQueries.summary(contract.id, range));
  const sums = [
    [m.bank_deposited(), data?.depositAmount],
    [m.bank_deducted(), data?.deductAmount],
    [m.bank_withdrawn(), data?.withdrawAmount],
  ] as const;
  return (
    <dl className={classes.sums}>
      {sums.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount === undefined ? '—' : <MoneyText amount={amount} currency={contract.currency} />}</dd>
        </div>
      ))}
    </dl>
  );
}
