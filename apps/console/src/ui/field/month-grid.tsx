import { addMonths, type BillingMonth, parseBillingMonth } from '@usance/period/billing-month';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { dateFormat } from '../format/formatters.ts';
import classes from './month-grid.module.css';

export interface MonthGridProps {
  /** The chosen months; two include all months between them. */
  chosen: readonly string[];
  onPick: (month: string) => void;
}

/** The months of a year: one tab stop with arrow keys, which also lead to other years. */
export function MonthGrid({ chosen, onPick }: MonthGridProps) {
  const [at, setAt] = useState(() =>
    parseBillingMonth(chosen.at(-1) ?? new Date(consoleNow()).toISOString().slice(0, 7)),
  );
  const grid = useRef<HTMLDivElement>(null);
  const year = at.slice(0, 4);
  const nameOf = dateFormat({ month: 'short', timeZone: 'UTC' });
  const turn = (by: number) => isKnown(addMonths(at, by)) && setAt(addMonths(at, by));
  function walk(event: KeyboardEvent) {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    flushSync(() => turn(by));
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }
  return (
    <>
      <div className={classes.year}>
        <Turn label={m.ui_month_previous_year()} disabled={!isKnown(addMonths(at, -12))} onClick={() => turn(-12)}>
          ‹
        </Turn>
        <span aria-live="polite">{year}</span>
        <Turn label={m.ui_month_next_year()} disabled={!isKnown(addMonths(at, 12))} onClick={() => turn(12)}>
          ›
        </Turn>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: no field set: these are buttons */}
      <div ref={grid} role="group" aria-label={year} className={classes.months} onKeyDown={walk}>
        {monthsOf(year).map((month) => (
          <button
            key={month}
            type="button"
            className={classes.month}
            tabIndex={month === at ? 0 : -1}
            data-autofocus={month === at || undefined}
            aria-pressed={chosen.includes(month)}
            data-between={isBetween(month, chosen) || undefined}
            onClick={() => {
              setAt(month);
              onPick(month);
            }}
          >
            {nameOf.format(new Date(`${month}-01T00:00:00Z`))}
          </button>
        ))}
      </div>
    </>
  );
}

interface TurnProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: string;
}

function Turn({ label, ...button }: TurnProps) {
  return <button type="button" className={classes.turn} aria-label={label} {...button} />;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };

/** The years that a link may contain. */
const isKnown = (month: BillingMonth) => month >= '2000-01' && month <= '2100-12';

const monthsOf = (year: string) =>
  Array.from({ length: 12 }, (_, index) => addMonths(parseBillingMonth(`${year}-01`), index));

const isBetween = (month: string, [from, to]: readonly string[]) =>
  from !== undefined && to !== undefined && month > from && month < to;
