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
import type { ForecastPoint } from './plot/forecast-band.tsx';
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
  /** The coming running totals with their bands, dashed. */
  forecast?: readonly ForecastPoint[];
  height?: number;
}

/** The growth of an amount over a period: an area up to now, the previous period dotted, and what is to come dashed. */
export function CumulativeLine(props: CumulativeLineProps) {
  const { title, points, values, currency, previous, forecast, height = 220 } = props;
  const format = (amount: string) => formatMoney(amount, currency).replace('-', '−');
  const { cursor, setCursor, onKeyDown } = useCursor({ points: points.length, series: 0 });
  const rows = useMemo(() => rowsOf(values, previous, forecast), [values, previous, forecast]);
  const legend = useLegend(rows);
  const drawn = (id: LineId, amounts: readonly string[] = []) => (legend.isShown(id) ? amounts : []);
  const at = cursor === undefined ? undefined : points[cursor.point];
  const band = legend.isShown(expectedId) ? forecast?.find((each) => each.at === cursor?.point) : undefined;
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
          <Legend
            series={rows}
            state={legend}
            markOf={(id) => <LineMark of={id === previousId ? 'previous' : id === expectedId ? 'expected' : 'line'} />}
          />
        )
      }
      table={
        <TwinTable
          caption={title}
          pointsLabel={props.pointsLabel}
          points={points}
          series={[...rows, ...boundsOf(forecast)]}
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
          spoken={
            at &&
            [at.label, ...lines.map(({ name, amount }) => `${name}: ${amount}`), ...spelled(band, format)].join(', ')
          }
        >
          {(width) => (
            <>
              <LinePlot
                points={points}
                currency={currency}
                values={drawn(soFarId, values)}
                previous={drawn(previousId, previous)}
                forecast={legend.isShown(expectedId) ? forecast : undefined}
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
                  {spelled(band, format).map((text) => (
                    <span key={text}>{text}</span>
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
const expectedId = 'line:expected';
type LineId = typeof soFarId | typeof previousId;

/** The columns of the table. A point without a figure is an empty text, unlike zero. */
function rowsOf(
  values: readonly string[],
  previous: readonly string[] | undefined,
  forecast: readonly ForecastPoint[] | undefined,
): Series[] {
  return [
    { id: soFarId, name: m.ui_so_far(), values: padded(values) },
    ...(previous === undefined
      ? []
      : [{ id: previousId, name: m.ui_previous_period(), values: padded(previous) } as const]),
    ...(forecast === undefined
      ? []
      : [{ id: expectedId, name: m.ui_expected(), values: placed(forecast, ({ expected }) => expected) } as const]),
  ];
}

/** The bounds of the forecast, which the drawing shows as a band. */
function boundsOf(forecast: readonly ForecastPoint[] | undefined): Series[] {
  if (forecast === undefined) return [];
  return [
    { id: 'line:low', name: m.ui_expected_low(), values: placed(forecast, ({ low }) => low) },
    { id: 'line:high', name: m.ui_expected_high(), values: placed(forecast, ({ high }) => high) },
  ];
}

const spelled = (band: ForecastPoint | undefined, format: (amount: string) => string): string[] =>
  band ? [m.ui_expected_band({ low: format(band.low), high: format(band.high) })] : [];

function placed(forecast: readonly ForecastPoint[], amountOf: (point: ForecastPoint) => string): string[] {
  const byPoint = new Map(forecast.map((point) => [point.at, amountOf(point)]));
  return Array.from({ length: 366 }, (_, index) => byPoint.get(index) ?? '');
}

function padded(values: readonly string[]): string[] {
  return Array.from({ length: 366 }, (_, index) => values[index] ?? '');
}
