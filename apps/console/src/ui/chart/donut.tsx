import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import { arc, pie } from 'd3-shape';
import { useMemo, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ChartFigure } from './chart-figure.tsx';
import classes from './donut.module.css';
import { plotValue } from './plot-value.ts';
import { type SeriesId, sumText, topSeries } from './series.ts';
import { SeriesFill } from './series-fill.tsx';
import { shareOf } from './share.ts';
import { Swatch } from './swatch.tsx';

/** One part of a total; its id gives it its colour. */
export interface Part {
  id: SeriesId;
  name: string;
  amount: string;
}

interface DonutProps {
  title: string;
  parts: readonly Part[];
  currency: DisplayCurrency;
  /** What a part is, as a column heading: "Product". */
  partsLabel: string;
  onDrill?: (id: SeriesId) => void;
}

const size = 148;

/** Shares of one total, largest first. The table beside it is the legend, the figures and the keyboard's way in. */
export function Donut({ title, parts, currency, partsLabel, onDrill }: DonutProps) {
  const [hinted, setHinted] = useState<string>();
  const ranked = useMemo(
    () =>
      topSeries(parts.map(({ amount, ...part }) => ({ ...part, values: [amount] }))).map(({ values, ...part }) => ({
        ...part,
        amount: values[0] ?? '0',
      })),
    [parts],
  );
  const total = sumText(ranked.map(({ amount }) => amount));
  const slices = pie<Part>()
    .sort(null)
    .value(({ amount }) => Math.max(0, plotValue(amount)))(ranked);
  const ring = arc<(typeof slices)[number]>()
    .innerRadius(size / 2 - 24)
    .outerRadius(size / 2 - 2)
    .padAngle(slices.length > 1 ? 0.018 : 0);
  const centre = ranked.find(({ id }) => id === hinted);

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
              onPointerEnter={() => setHinted(slice.data.id)}
              onPointerLeave={() => setHinted(undefined)}
            />
          ))}
          <text className={classes.centreAmount} textAnchor="middle" dy="0.05em">
            {centre === undefined ? ranked.length : shareOf(centre.amount, total)}
          </text>
          <text className={classes.centreLabel} textAnchor="middle" dy="1.6em">
            {centre === undefined ? partsLabel : centre.name}
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
                onPointerEnter={() => setHinted(id)}
                onPointerLeave={() => setHinted(undefined)}
              >
                <th scope="row">
                  <Swatch id={id} />
                  {onDrill === undefined ? (
                    name
                  ) : (
                    <button
                      type="button"
                      className={classes.drill}
                      onClick={() => onDrill(id)}
                      onFocus={() => setHinted(id)}
                      onBlur={() => setHinted(undefined)}
                    >
                      {name}
                    </button>
                  )}
                </th>
                <td>{shareOf(amount, total)}</td>
                <td>{formatMoney(amount, currency).replace('-', '−')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartFigure>
  );
}
