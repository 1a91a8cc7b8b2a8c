import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import { arc, pie } from 'd3-shape';
import { type MouseEvent, useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { ChartFigure } from './chart-figure.tsx';
import classes from './donut.module.css';
import { useLegend } from './legend-selection.ts';
import { plotValue } from './plot-value.ts';
import { type SeriesId, sumText, topSeries } from './series.ts';
import { SeriesFill } from './series-fill.tsx';
import { shareOf } from './share.ts';
import { Swatch } from './swatch.tsx';

/** One part of a total; its id decides its colour. */
export interface Part {
  id: SeriesId;
  name: string;
  amount: string;
}

interface DonutProps {
  title: string;
  parts: readonly Part[];
  currency: DisplayCurrency;
  /** The column heading of the parts: "Product". */
  partsLabel: string;
  /** Called with a chosen part to narrow the page; without it, choosing a part isolates it here. */
  onDrill?: (id: SeriesId) => void;
}

const size = 148;

/**
 * The shares of one total, largest first. The table beside it is the legend, the figures and the keyboard control;
 * Shift chooses several.
 */
export function Donut({ title, parts, currency, partsLabel, onDrill }: DonutProps) {
  const ranked = useMemo(
    () =>
      topSeries(parts.map(({ amount, ...part }) => ({ ...part, values: [amount] }))).map(({ values, ...part }) => ({
        ...part,
        amount: values[0] ?? '0',
      })),
    [parts],
  );
  const legend = useLegend(ranked);
  const { hinted, hint, isShown, selection } = legend;
  const shown = ranked.filter(({ id }) => isShown(id));
  const total = sumText(shown.map(({ amount }) => amount));
  const slices = pie<Part>()
    .sort(null)
    .value(({ amount }) => Math.max(0, plotValue(amount)))(shown);
  const ring = arc<(typeof slices)[number]>()
    .innerRadius(size / 2 - 24)
    .outerRadius(size / 2 - 2)
    .padAngle(slices.length > 1 ? 0.018 : 0);
  const centre = shown.find(({ id }) => id === hinted);
  const choose = (id: SeriesId) => (event: MouseEvent) => {
    if (onDrill === undefined || event.shiftKey) legend.choose(id, event.shiftKey);
    else onDrill(id);
  };

  return (
    <ChartFigure title={title}>
      <div className={classes.donut}>
        <svg
          role="img"
          aria-label={title}
          width={size}
          height={size}
          viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
        >
          {slices.map((slice) => (
            <SeriesFill
              key={slice.data.id}
              id={slice.data.id}
              d={ring(slice) ?? ''}
              isDim={centre !== undefined && hinted !== slice.data.id}
              onClick={choose(slice.data.id)}
              onPointerEnter={() => hint(slice.data.id)}
              onPointerLeave={() => hint(undefined)}
            />
          ))}
          <text className={classes.centreAmount} textAnchor="middle" dy="0.05em">
            {centre === undefined ? shown.length : shareOf(centre.amount, total)}
          </text>
          <text className={classes.centreLabel} textAnchor="middle" dy="1.6em">
            {centre === undefined ? partsWord(shown.length) : centre.name}
          </text>
        </svg>
        <table className={classes.parts}>
          <thead className={classes.unseen}>
            <tr>
              <th scope="col">{partsLabel}</th>
              <th scope="col">{m.ui_share()}</th>
              <th scope="col">{m.ui_amount()}</th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ id, name, amount }) => (
              <tr
                key={id}
                data-hinted={hinted === id || undefined}
                data-off={!isShown(id) || undefined}
                onPointerEnter={() => hint(id)}
                onPointerLeave={() => hint(undefined)}
              >
                <th scope="row">
                  <Swatch id={id} />
                  <button
                    type="button"
                    className={classes.part}
                    // If a press narrows the page, the button is a toggle only after Shift has started a selection.
                    {...((onDrill === undefined || selection.size > 0) && { 'aria-pressed': selection.has(id) })}
                    title={onDrill === undefined ? m.ui_legend_hint() : m.ui_legend_hint_narrowing()}
                    onClick={choose(id)}
                    onFocus={() => hint(id)}
                    onBlur={() => hint(undefined)}
                  >
                    {name}
                  </button>
                </th>
                <td>{isShown(id) && shareOf(amount, total)}</td>
                <td>{formatMoney(amount, currency).replace('-', '−')}</td>
              </tr>
            ))}
          </tbody>
          {selection.size > 0 && (
            <tfoot>
              <tr>
                <td colSpan={3}>
                  <button type="button" className={classes.part} onClick={legend.showAll}>
                    {m.ui_all()}
                  </button>
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </ChartFigure>
  );
}

function partsWord(count: number): string {
  return count === 1 ? m.ui_part() : m.ui_parts();
}
