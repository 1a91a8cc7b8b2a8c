import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import { useId, useMemo, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { BarsPlot } from './bars-plot.tsx';
import classes from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';
import { Legend, seriesLabel } from './legend.tsx';
import { useLegend } from './legend-selection.ts';
import { type Point, type Series, sumText, topSeries } from './series.ts';
import { ChartTooltip } from './tooltip.tsx';
import { TwinTable } from './twin-table.tsx';
import { type Cursor, useCursor } from './use-cursor.ts';
import { useWidth } from './use-width.ts';

interface StackedBarsProps {
  title: string;
  summary: string;
  /** What a point is, as a column heading: "Day". */
  pointsLabel: string;
  points: readonly Point[];
  series: readonly Series[];
  currency: DisplayCurrency;
  height?: number;
  /** A bar, or one part of it, was chosen: narrow the table below to it. */
  onDrill?: (pointKey: string, seriesName: string | undefined) => void;
}

/** Amounts over time, piled by series; up to 366 points, bars at most 40 px wide. */
export function StackedBars(props: StackedBarsProps) {
  const { points, currency, title, height = 260 } = props;
  const ranked = useMemo(() => topSeries(props.series), [props.series]);
  const legend = useLegend();
  const shown = useMemo(() => ranked.filter(({ name }) => legend.isShown(name)), [ranked, legend.isShown]);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const liveId = useId();
  const format = (amount: string) => formatMoney(amount, currency).replace('-', '−');

  function drill(at: Cursor) {
    const point = points[at.point];
    if (point !== undefined) props.onDrill?.(point.key, shown[at.series]?.name);
  }
  const { cursor, setCursor, onKeyDown } = useCursor({ points: points.length, series: shown.length }, drill);

  const at = cursor === undefined ? undefined : points[cursor.point];
  const lines = shown.map(({ name, values }, index) => ({
    name,
    amount: format(values[cursor?.point ?? 0] ?? '0'),
    chosen: index === cursor?.series,
  }));
  const total = format(sumText(shown.map(({ values }) => values[cursor?.point ?? 0] ?? '0')));
  const chosen = lines.find((line) => line.chosen);

  return (
    <ChartFrame
      title={title}
      summary={props.summary}
      legend={ranked.length > 1 && <Legend names={ranked.map(({ name }) => name)} state={legend} />}
      table={
        <TwinTable
          caption={title}
          pointsLabel={props.pointsLabel}
          points={points}
          series={props.series}
          format={format}
        />
      }
    >
      {(summaryId) => (
        <div ref={box} className={classes.plotBox} style={{ height }}>
          {/* The arrow keys belong to the chart, which role=application tells a screen reader. */}
          <div
            role="application"
            aria-label={title}
            aria-roledescription={m.ui_chart()}
            aria-describedby={`${summaryId} ${liveId}-keys`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop for the whole chart; arrow keys walk it
            tabIndex={0}
            className={classes.plot}
            onKeyDown={onKeyDown}
            onBlur={() => setCursor(undefined)}
            onPointerLeave={() => setCursor(undefined)}
            data-drills={props.onDrill !== undefined || undefined}
          >
            {width > 0 && (
              <BarsPlot
                width={width}
                height={height}
                points={points}
                series={shown}
                hinted={legend.hinted}
                cursor={cursor}
                currency={currency}
                onPoint={(point) => setCursor(point === undefined ? undefined : { point, series: -1 })}
                onOpen={(point) => drill({ point, series: -1 })}
                tooltipAt={(x) =>
                  at && (
                    <ChartTooltip
                      x={x}
                      width={width}
                      title={at.label}
                      lines={lines}
                      {...(lines.length > 1 && { total: { label: m.ui_total(), amount: total } })}
                    />
                  )
                }
              />
            )}
          </div>
          <span id={`${liveId}-keys`} hidden>
            {m.ui_chart_keys()}
          </span>
          <output className={classes.live}>
            {at && (chosen ? `${at.label}, ${seriesLabel(chosen.name)}: ${chosen.amount}` : `${at.label}: ${total}`)}
          </output>
        </div>
      )}
    </ChartFrame>
  );
}
