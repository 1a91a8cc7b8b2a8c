import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import { useId, useMemo, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import classes from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';
import type { Forecast } from './forecast.ts';
import { LinePlot } from './line-plot.tsx';
import type { Point, Series } from './series.ts';
import { TwinTable } from './twin-table.tsx';
import { useCursor } from './use-cursor.ts';
import { useWidth } from './use-width.ts';

interface CumulativeLineProps {
  title: string;
  summary: string;
  pointsLabel: string;
  points: readonly Point[];
  /** Amounts so far, one for each point that has come; shorter than `points` within a month. */
  values: readonly string[];
  currency: DisplayCurrency;
  /** The period before, dotted. */
  previous?: readonly string[];
  /** Dashed, with its band; never part of billed sums. */
  forecast?: Forecast;
  budget?: string;
  height?: number;
}

/** How an amount grows over a period: an area up to now, what came before dotted, what may come dashed. */
export function CumulativeLine(props: CumulativeLineProps) {
  const { title, points, values, currency, previous, forecast, height = 220 } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const keysId = useId();
  const format = (amount: string) => formatMoney(amount, currency).replace('-', '−');
  const { cursor, setCursor, onKeyDown } = useCursor({ points: points.length, series: 0 });
  const rows = useMemo(() => rowsOf({ values, previous, forecast }), [values, previous, forecast]);
  const at = cursor === undefined ? undefined : points[cursor.point];
  const lines = rows.flatMap(({ name, values: amounts }) => {
    const amount = amounts[cursor?.point ?? 0];
    return amount === undefined || amount === '' ? [] : [{ name, amount: format(amount) }];
  });

  return (
    <ChartFrame
      title={title}
      summary={props.summary}
      table={
        <TwinTable
          caption={title}
          pointsLabel={props.pointsLabel}
          points={points}
          series={rows}
          format={(amount) => (amount === '' ? '–' : format(amount))}
        />
      }
    >
      {(summaryId) => (
        <div ref={box} className={classes.plotBox} style={{ height }}>
          <div
            role="application"
            aria-label={title}
            aria-roledescription={m.ui_chart()}
            aria-describedby={`${summaryId} ${keysId}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop for the whole chart; arrow keys walk it
            tabIndex={0}
            className={classes.plot}
            onKeyDown={onKeyDown}
            onBlur={() => setCursor(undefined)}
            onPointerLeave={() => setCursor(undefined)}
          >
            {width > 0 && (
              <LinePlot
                {...props}
                width={width}
                height={height}
                at={cursor?.point}
                onPoint={(point) => setCursor({ point, series: -1 })}
              />
            )}
            {at && cursor && width > 0 && (
              <div className={classes.readout} aria-hidden="true">
                <strong>{at.label}</strong>
                {lines.map(({ name, amount }) => (
                  <span key={name}>
                    {name} <b>{amount}</b>
                  </span>
                ))}
              </div>
            )}
          </div>
          <span id={keysId} hidden>
            {m.ui_chart_keys()}
          </span>
          <output className={classes.live}>
            {at && [at.label, ...lines.map(({ name, amount }) => `${name}: ${amount}`)].join(', ')}
          </output>
        </div>
      )}
    </ChartFrame>
  );
}

interface Lines {
  values: readonly string[];
  previous: readonly string[] | undefined;
  forecast: Forecast | undefined;
}

/** The columns of the table twin. A point without a figure is an empty text, which is not the same as zero. */
function rowsOf({ values, previous, forecast }: Lines): Series[] {
  const rows: Series[] = [{ name: m.ui_so_far(), values: padded(values) }];
  if (previous !== undefined) rows.push({ name: m.ui_previous_period(), values: padded(previous) });
  if (forecast !== undefined) {
    const before = Array.from({ length: forecast.fromPoint + 1 }, () => '');
    rows.push({ name: m.ui_forecast(), values: padded([...before, ...forecast.values]) });
  }
  return rows;
}

function padded(values: readonly string[]): string[] {
  return Array.from({ length: 366 }, (_, index) => values[index] ?? '');
}
