import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import { arc, pie } from 'd3-shape';
import { useId, useMemo, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import classes from './chart.module.css';
import { seriesLabel } from './legend.tsx';
import { plotValue } from './plot-value.ts';
import { sumText, topSeries } from './series.ts';
import { colourOf, patternOf } from './series-colour.ts';
import { shareOf } from './share.ts';
import { Swatch } from './swatch.tsx';

interface DonutProps {
  title: string;
  parts: ReadonlyArray<{ name: string; amount: string }>;
  currency: DisplayCurrency;
  /** What a part is, as a column heading: "Product". */
  partsLabel: string;
  onDrill?: (name: string) => void;
}

const size = 148;

/** Shares of one total, largest first. The table beside it is the legend, the figures and the keyboard's way in. */
export function Donut({ title, parts, currency, partsLabel, onDrill }: DonutProps) {
  const titleId = useId();
  const [hinted, setHinted] = useState<string>();
  const ranked = useMemo(
    () =>
      topSeries(parts.map(({ name, amount }) => ({ name, values: [amount] }))).map(({ name, values }) => ({
        name,
        amount: values[0] ?? '0',
      })),
    [parts],
  );
  const total = sumText(ranked.map(({ amount }) => amount));
  const slices = pie<{ name: string; amount: string }>()
    .sort(null)
    .value(({ amount }) => Math.max(0, plotValue(amount)))(ranked);
  const ring = arc<(typeof slices)[number]>()
    .innerRadius(size / 2 - 24)
    .outerRadius(size / 2 - 2)
    .padAngle(slices.length > 1 ? 0.018 : 0);
  const centre = ranked.find(({ name }) => name === hinted);

  return (
    <figure className={classes.figure} aria-labelledby={titleId}>
      <figcaption>
        <h3 id={titleId} className={classes.title}>
          {title}
        </h3>
      </figcaption>
      <div className={classes.donut}>
        <svg
          role="img"
          aria-label={title}
          width={size}
          height={size}
          viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
        >
          {slices.map((slice) => (
            <g
              key={slice.data.name}
              className={classes.series}
              data-dim={(hinted !== undefined && hinted !== slice.data.name) || undefined}
              onPointerEnter={() => setHinted(slice.data.name)}
              onPointerLeave={() => setHinted(undefined)}
            >
              <path d={ring(slice) ?? ''} fill={colourOf(slice.data.name)} />
              <path d={ring(slice) ?? ''} fill={patternOf(slice.data.name)} className={classes.pattern} />
            </g>
          ))}
          <text className={classes.centreAmount} textAnchor="middle" dy="0.05em">
            {centre === undefined ? ranked.length : shareOf(centre.amount, total)}
          </text>
          <text className={classes.centreLabel} textAnchor="middle" dy="1.6em">
            {centre === undefined ? partsLabel : seriesLabel(centre.name)}
          </text>
        </svg>
        <table className={classes.parts}>
          <thead className={classes.live}>
            <tr>
              <th scope="col">{partsLabel}</th>
              <th scope="col">{m.ui_share()}</th>
              <th scope="col">{m.ui_amount()}</th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ name, amount }) => (
              <tr
                key={name}
                data-hinted={hinted === name || undefined}
                onPointerEnter={() => setHinted(name)}
                onPointerLeave={() => setHinted(undefined)}
              >
                <th scope="row">
                  <Swatch name={name} />
                  {onDrill === undefined ? (
                    seriesLabel(name)
                  ) : (
                    <button
                      type="button"
                      className={classes.drill}
                      onClick={() => onDrill(name)}
                      onFocus={() => setHinted(name)}
                      onBlur={() => setHinted(undefined)}
                    >
                      {seriesLabel(name)}
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
    </figure>
  );
}
