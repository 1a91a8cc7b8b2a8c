import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './cumulative-line.module.css';
import { ChartFrame } from './frame/chart-frame.tsx';
import { ChartPlot } from './frame/chart-plot.tsx';
import { TwinTable } from './frame/twin-table.tsx';
import { Legend } from './legend/legend.tsx';
import { useLegend } from './legend/legend-selection.ts';
import { LineMark, LinePlot } from './plot/line-plot.tsx';
import { useCursor } from './plot/use-cursor.ts';
import type { Point, Series } from './series/series.ts';

interface CumulativeLineProps {
  title: string;
  summary: string;
  pointsLabel: string;
  points: readonly Point[];
  /** Running totals, one for each point so far; fewer than `points` within a month. */
  values: readonly string[];
  currency: DisplayCurrency;
  /** The previous period, dotted. */
  previous?: readonly string[];
  height?: number;
}

/** The growth of an amount over a period: an area up to now, and the previous period dotted. */
export function CumulativeLine(props: CumulativeLineProps) {
  const { title, points, values, currency, previous, height = 220 } = props;
  const format = (amount: string) => formatMoney(amount, currency).replace('-', '−');
  const { cursor, setCursor, onKeyDown } = useCursor({ points: points.length, series: 0 });
  const rows = useMemo(() => rowsOf(values, previous), [values, previous]);
  const legend = useLegend(rows);
  const drawn = (id: LineId, amounts: readonly string[] = []) => (legend.isShown(id) ? amounts : []);
  const at = cursor === undefined ? undefined : points[cursor.point];
  const lines = rows.flatMap(({ id, name, values: amounts }) => {
    const amount = amounts[cursor?.point ?? 0];
    return amount === undefined || amount === '' || !legend.isShown(id) ? [] : [{ id, name, amount: format(amount) }];
  });

  return (
    <ChartFrame
      title={title}
      summary={props.summary}
      legend={
        rows.length > 1 && (
          <Legend series={rows} state={legend} markOf={(id) => <LineMark isDotted={id === previousId} />} />
        )
      }
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
        <ChartPlot
          title={title}
          summaryId={summaryId}
          height={height}
          onKeyDown={onKeyDown}
          onLeave={() => setCursor(undefined)}
          spoken={at && [at.label, ...lines.map(({ name, amount }) => `${name}: ${amount}`)].join(', ')}
        >
          {(width) => (
            <>
              <LinePlot
                points={points}
                currency={currency}
                values={drawn(soFarId, values)}
                previous={drawn(previousId, previous)}
                width={width}
                height={height}
                at={cursor?.point}
                onPoint={(point) => setCursor({ point, series: -1 })}
              />
              {at && (
                <div className={classes.readout} aria-hidden="true">
                  <strong>{at.label}</strong>
                  {lines.map(({ id, name, amount }) => (
                    <span key={id}>
                      {name} <b>{amount}</b>
                    </span>
                  ))}
                </div>
              )}
            </>
          )}
        </ChartPlot>
      )}
    </ChartFrame>
  );
}

const soFarId = 'line:so-far';
const previousId = 'line:previous';
type LineId = typeof soFarId | typeof previousId;

/** The columns of the table. A point without a figure is an empty text, unlike zero. */
function rowsOf(values: readonly string[], previous: readonly string[] | undefined): Series[] {
  return [
    { id: soFarId, name: m.ui_so_far(), values: padded(values) },
    ...(previous === undefined
      ? []
      : [{ id: previousId, name: m.ui_previous_period(), values: padded(previous) } as const]),
  ];
}

function padded(values: readonly string[]): string[] {
  return Array.from({ length: 366 }, (_, index) => values[index] ?? '');
}
