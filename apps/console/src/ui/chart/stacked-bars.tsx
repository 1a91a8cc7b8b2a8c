import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { ChartFrame } from './frame/chart-frame.tsx';
import { ChartPlot } from './frame/chart-plot.tsx';
import { ChartTooltip } from './frame/tooltip.tsx';
import { TwinTable } from './frame/twin-table.tsx';
import { Legend } from './legend/legend.tsx';
import { useLegend } from './legend/legend-selection.ts';
import { BarsPlot } from './plot/bars-plot.tsx';
import { type Cursor, type Marked, useCursor } from './plot/use-cursor.ts';
import { type Point, pointText, type Series, sumText, topSeries } from './series/series.ts';

interface StackedBarsProps {
  title: string;
  summary: string;
  /** The column heading of the points: "Day". */
  pointsLabel: string;
  points: readonly Point[];
  series: readonly Series[];
  currency: DisplayCurrency;
  height?: number;
  /** The total of each point in the period before, as a quiet mark. */
  former?: Former;
  /** Called with the first and the last of the bars that the reader dragged over, or marked by keyboard. */
  onZoom?: (fromKey: string, toKey: string) => void;
  /** Called with a chosen bar or a part of it, to narrow the table below. */
  onDrill?: (pointKey: string, seriesId: string | undefined) => void;
}

interface Former {
  name: string;
  /** One for each point that the period has; the others have no mark. */
  values: readonly string[];
}

/** Amounts over time, stacked by series; up to 366 points, bars at most 40 px wide. */
export function StackedBars(props: StackedBarsProps) {
  const { points, currency, title, former, height = 260 } = props;
  const ranked = useMemo(() => topSeries(props.series), [props.series]);
  const legend = useLegend(ranked);
  const shown = useMemo(() => ranked.filter(({ id }) => legend.isShown(id)), [ranked, legend.isShown]);
  const format = (amount: string) => formatMoney(amount, currency).replace('-', '−');

  function drill(at: Cursor) {
    const point = points[at.point];
    if (point !== undefined) props.onDrill?.(point.key, shown[at.series]?.id);
  }
  function zoomTo({ from, to }: Marked) {
    const [first, last] = [points[from], points[to]];
    if (first !== undefined && last !== undefined) props.onZoom?.(first.key, last.key);
  }
  const counts = { points: points.length, series: shown.length };
  const { cursor, marked, setCursor, mark, zoom, onKeyDown } = useCursor(counts, drill, props.onZoom && zoomTo);

  const at = cursor && points[cursor.point];
  const place = at && pointText(at);
  const lines = shown.map(({ id, name, values }, index) => ({
    id,
    name,
    amount: format(values[cursor?.point ?? 0] ?? '0'),
    chosen: index === cursor?.series,
  }));
  const total = format(sumText(shown.map(({ values }) => values[cursor?.point ?? 0] ?? '0')));
  const chosen = lines.find((line) => line.chosen);
  const before = cursor && former?.values[cursor.point];
  const spoken = [
    place && (chosen ? `${place}, ${chosen.name}: ${chosen.amount}` : `${place}: ${total}`),
    former && before !== undefined && `${former.name}: ${format(before)}`,
    marked && m.ui_chart_marked({ from: points[marked.from]?.label ?? '', to: points[marked.to]?.label ?? '' }),
  ];

  return (
    <ChartFrame
      title={title}
      summary={props.summary}
      legend={ranked.length > 1 && <Legend series={ranked} state={legend} />}
      table={
        <TwinTable
          caption={title}
          pointsLabel={props.pointsLabel}
          points={points}
          series={props.series}
          {...(former && { former })}
          format={format}
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
          drills={props.onDrill !== undefined}
          zooms={props.onZoom !== undefined}
          spoken={spoken.filter((part) => part).join('. ')}
        >
          {(width) => (
            <BarsPlot
              width={width}
              height={height}
              points={points}
              series={shown}
              hinted={legend.hinted}
              former={former?.values ?? noValues}
              cursor={cursor}
              marked={marked}
              onMark={props.onZoom && mark}
              onZoom={zoom}
              currency={currency}
              onPoint={(point) => setCursor(point === undefined ? undefined : { point, series: -1 })}
              onOpen={(point) => drill({ point, series: -1 })}
              tooltipAt={(x) =>
                place && (
                  <ChartTooltip
                    x={x}
                    width={width}
                    title={place}
                    lines={lines}
                    {...(former && before !== undefined && { former: { label: former.name, amount: format(before) } })}
                    {...(lines.length > 1 && { total: { label: m.ui_total(), amount: total } })}
                  />
                )
              }
            />
          )}
        </ChartPlot>
      )}
    </ChartFrame>
  );
}

const noValues: readonly never[] = [];
