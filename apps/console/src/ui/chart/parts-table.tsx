import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import type { MouseEvent } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './donut.module.css';
import type { useLegend } from './legend/legend-selection.ts';
import { type Part, type SeriesId, sumText } from './series/series.ts';
import { Swatch } from './series/swatch.tsx';
import { shareOf } from './share.ts';

interface PartsTableProps {
  parts: readonly Part[];
  legend: ReturnType<typeof useLegend>;
  currency: DisplayCurrency;
  partsLabel: string;
  /** True if choosing a part narrows the page. */
  isNarrowing: boolean;
  onChoose: (id: SeriesId) => (event: MouseEvent) => void;
}

/** The parts of a donut with their shares and amounts: legend, figures and keyboard control in one. */
export function PartsTable({ parts, legend, currency, partsLabel, isNarrowing, onChoose }: PartsTableProps) {
  const { hinted, hint, isShown, selection } = legend;
  const total = sumText(parts.filter(({ id }) => isShown(id)).map(({ amount }) => amount));
  return (
    <table className={classes.parts}>
      <thead className={classes.unseen}>
        <tr>
          <th scope="col">{partsLabel}</th>
          <th scope="col">{m.ui_share()}</th>
          <th scope="col">{m.ui_amount()}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ id, name, amount }) => (
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
                {...((!isNarrowing || selection.size > 0) && { 'aria-pressed': selection.has(id) })}
                title={isNarrowing ? m.ui_legend_hint_narrowing() : m.ui_legend_hint()}
                onClick={onChoose(id)}
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
  );
}
