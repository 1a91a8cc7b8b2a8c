import type { ReactNode } from 'react';
import classes from './sum-list.module.css';

/** A line of a sum. Without a sign it begins the sum or, after its result, stands beside it. */
export interface SumLine {
  sign?: '−' | '=';
  name: string;
  value: ReactNode;
}

/** Amounts that add up, with their signs, so that nobody has to guess what was taken from what. */
export function SumList({ lines }: { lines: readonly SumLine[] }) {
  return (
    <dl className={classes.sum}>
      {lines.map(({ sign, name, value }) => (
        <div key={name} data-result={sign === '=' || undefined}>
          <dt>{name}</dt>
          <dd>
            {sign && <span className={classes.sign}>{sign}</span>}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
