import type { SeriesId } from '../series/series.ts';
import { Swatch } from '../series/swatch.tsx';
import classes from './tooltip.module.css';

interface TooltipLine {
  id: SeriesId;
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
  /** The amount of the period before. */
  former?: { label: string; amount: string };
}

/** The figures at the cursor, on the side with space; the live region announces them separately. */
export function ChartTooltip({ x, width, title, lines, total, former }: TooltipProps) {
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
        {lines.map(({ id, name, amount, chosen }) => (
          <div key={id} data-chosen={chosen || undefined}>
            <dt>
              <Swatch id={id} />
              {name}
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
        {former !== undefined && (
          <div>
            <dt>{former.label}</dt>
            <dd>{former.amount}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
