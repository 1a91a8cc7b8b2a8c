import type { DisplayCurrency } from '@usance/money/currency';
import { type MouseEvent, useMemo } from 'react';
import classes from './donut.module.css';
import { ChartFigure } from './frame/chart-figure.tsx';
import { useLegend } from './legend/legend-selection.ts';
import { PartsTable } from './parts-table.tsx';
import { Ring } from './ring.tsx';
import { type Part, type SeriesId, topSeries } from './series/series.ts';

interface DonutProps {
  title: string;
  parts: readonly Part[];
  currency: DisplayCurrency;
  /** The column heading of the parts: "Product". */
  partsLabel: string;
  /** Called with a chosen part to narrow the page; without it, choosing a part isolates it here. */
  onDrill?: (id: SeriesId) => void;
}

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
  const { hinted, hint, isShown } = legend;
  const shown = ranked.filter(({ id }) => isShown(id));
  const choose = (id: SeriesId) => (event: MouseEvent) => {
    if (onDrill === undefined || event.shiftKey) legend.choose(id, event.shiftKey);
    else onDrill(id);
  };

  return (
    <ChartFigure title={title}>
      <div className={classes.donut}>
        <Ring title={title} parts={shown} hinted={hinted} onHint={hint} onChoose={choose} />
        <PartsTable
          parts={ranked}
          legend={legend}
          currency={currency}
          partsLabel={partsLabel}
          isNarrowing={onDrill !== undefined}
          onChoose={choose}
        />
      </div>
    </ChartFigure>
  );
}
