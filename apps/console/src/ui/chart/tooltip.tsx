import classes from './chart.module.css';
import { seriesLabel } from './legend.tsx';
import { Swatch } from './swatch.tsx';

export interface TooltipLine {
  name: string;
  amount: string;
  chosen?: boolean;
}

interface TooltipProps {
  x: number;
  width: number;
  title: string;
  lines: readonly TooltipLine[];
  total?: { label: string; amount: string };
}

/** The figures at the cursor, for the eye; the live region speaks them. It stands on the side that has room. */
export function ChartTooltip({ x, width, title, lines, total }: TooltipProps) {
  const isLeft = x > width / 2;
  return (
    <div
      className={classes.tooltip}
      aria-hidden="true"
      data-side={isLeft ? 'left' : 'right'}
      style={isLeft ? { right: width - x + 14 } : { left: x + 14 }}
    >
      <p>{title}</p>
      <dl>
        {lines.map(({ name, amount, chosen }) => (
          <div key={name} data-chosen={chosen || undefined}>
            <dt>
              <Swatch name={name} />
              {seriesLabel(name)}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
        {total !== undefined && (
          <div data-total>
            <dt>{total.label}</dt>
            <dd>{total.amount}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
