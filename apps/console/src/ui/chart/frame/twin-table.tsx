import * as m from '../../../i18n/messages.gen.ts';
import { type Point, pointText, type Series } from '../series/series.ts';
import classes from './twin-table.module.css';

interface TwinTableProps {
  caption: string;
  pointsLabel: string;
  points: readonly Point[];
  series: readonly Series[];
  /** A last column, which a point may lack. */
  former?: { name: string; values: readonly string[] };
  format: (amount: string) => string;
}

/** A chart's figures as a table: a row for each point, a column for each series. */
export function TwinTable({ caption, pointsLabel, points, series, former, format }: TwinTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.twin} tabIndex={0} aria-label={m.ui_table_of({ title: caption })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{pointsLabel}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            {former && <th scope="col">{former.name}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.key}>
              <th scope="row">{pointText(point)}</th>
              {series.map(({ id, values }) => (
                <td key={id}>{format(values[index] ?? '0')}</td>
              ))}
              {former && <td>{former.values[index] === undefined ? '–' : format(former.values[index])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
