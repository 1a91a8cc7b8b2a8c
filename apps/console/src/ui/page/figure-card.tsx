import type { ReactNode } from 'react';
import type { Tone } from '../cell/status-tag.tsx';
import classes from './figure-card.module.css';

interface FigureCardProps {
  label: string;
  /** Usually a MoneyText. */
  figure: ReactNode;
  /** The change and its base, in words: "12% more than September". An awaited one only keeps its place. */
  change?: { direction: 'up' | 'down' | 'level'; text: string; isAwaited?: boolean } | undefined;
  /** The date of the figure, with its zone. */
  asOf?: ReactNode;
  /** The urgency of the figure, if any. */
  tone?: Tone | undefined;
  /** True while the figure answers the previous question, and the new answer is loading. */
  isOld?: boolean;
  /** The page's one main amount is large; those beside it are not. */
  size?: 'main' | 'side';
  children?: ReactNode;
}

/** A leading figure: its label, value, change and date. */
export function FigureCard({ label, figure, change, asOf, tone, isOld, size = 'side', children }: FigureCardProps) {
  return (
    <div className={classes.figure} data-size={size}>
      <p className={classes.label}>{label}</p>
      <p className={classes.amount} data-figures data-tone={tone} data-stale={isOld || undefined}>
        {figure}
      </p>
      {change !== undefined && (
        <p className={classes.change} data-awaited={change.isAwaited || undefined}>
          <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
            <path d={arrows[change.direction]} fill="currentColor" />
          </svg>
          {change.text}
        </p>
      )}
      {asOf !== undefined && <p className={classes.asOf}>{asOf}</p>}
      {children}
    </div>
  );
}

const arrows = { up: 'M5 1 9.5 8.5H.5Z', down: 'M5 9 .5 1.5h9Z', level: 'M.5 4h9v2h-9Z' } as const;

/** Figures side by side, separated by hairlines. */
export function FigureRow({ children }: { children: ReactNode }) {
  return <div className={classes.figures}>{children}</div>;
}
