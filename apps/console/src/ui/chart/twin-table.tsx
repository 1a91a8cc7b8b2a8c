import { m } from '../../paraglide/messages.js';
import classes from './chart.module.css';
import { seriesLabel } from './legend.tsx';
import type { Point, Series } from './series.ts';

interface TwinTableProps {
  caption: string;
  pointsLabel: string;
  points: readonly Point[];
  series: readonly Series[];
  format: (amount: string) => string;
}

/** A chart's figures as rows: one for each point, one column for each series. */
export function TwinTable({ caption, pointsLabel, points, series, format }: TwinTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={m.ui_table_of({ title: caption })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{pointsLabel}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {seriesLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.key}>
              <th scope="row">{point.label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? '0')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
