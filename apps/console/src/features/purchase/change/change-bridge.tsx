import type { DisplayCurrency } from '@usance/money/currency';
import { isNegative, isZero } from '@usance/money/decimal';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { spansOf } from './bridge-spans.ts';
import classes from './change-bridge.module.css';

export interface BridgeStep {
  id: string;
  name: string;
  /** An amount at which the bridge stands, or a change on the way. */
  kind: 'level' | 'change';
  amount: string;
}

interface ChangeBridgeProps {
  /** The accessible name. */
  title: string;
  steps: readonly BridgeStep[];
  currency: DisplayCurrency;
}

/** The way from one amount to another, with a bar for each cause. Changes of 0 are left out. */
export function ChangeBridge({ title, steps, currency }: ChangeBridgeProps) {
  const shown = steps.filter(({ kind, amount }) => kind === 'level' || !isZero(amount));
  const spans = spansOf(shown);
  return (
    <table className={classes.bridge}>
      <caption className={classes.caption}>{title}</caption>
      <thead className={classes.head}>
        <tr>
          <th scope="col">
            <span>{m.purchase_changes_cause()}</span>
          </th>
          <th scope="col">
            <span>{m.purchase_amount()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ id, name, kind, amount }, index) => (
          <tr key={id} data-kind={kind}>
            <th scope="row">{name}</th>
            <td className={classes.amount}>
              <MoneyText amount={amount} currency={currency} signed={kind === 'change'} />
            </td>
            <td className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                data-direction={kind === 'level' ? undefined : isNegative(amount) ? 'down' : 'up'}
                style={spans[index]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
