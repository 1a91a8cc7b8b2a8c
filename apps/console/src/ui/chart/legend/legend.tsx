import type { ReactNode } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import type { Series, SeriesId } from '../series/series.ts';
import { Swatch } from '../series/swatch.tsx';
import classes from './legend.module.css';
import type { LegendState } from './legend-selection.ts';

interface LegendProps {
  series: readonly Pick<Series, 'id' | 'name'>[];
  state: LegendState;
  /** Draws the mark of a series; by default a coloured square. */
  markOf?: (id: SeriesId) => ReactNode;
}

/**
 * Names and colours of the series. A press shows one alone, a press with Shift (or Shift+Enter) several; All restores
 * all.
 */
export function Legend({ series, state, markOf = swatch }: LegendProps) {
  return (
    <fieldset className={classes.legend} aria-label={m.ui_legend()} data-screen-only={series.length < 2 || undefined}>
      {series.length > 1 && (
        <button type="button" aria-pressed={state.selection.size === 0} onClick={state.showAll} className={classes.key}>
          {m.ui_all()}
        </button>
      )}
      {series.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.key}
          aria-pressed={state.selection.has(id)}
          data-off={!state.isShown(id) || undefined}
          title={m.ui_legend_hint()}
          onClick={(event) => state.choose(id, event.shiftKey)}
          onPointerEnter={() => state.hint(id)}
          onPointerLeave={() => state.hint(undefined)}
          onFocus={() => state.hint(id)}
          onBlur={() => state.hint(undefined)}
        >
          {markOf(id)}
          {name}
        </button>
      ))}
    </fieldset>
  );
}

const swatch = (id: SeriesId) => <Swatch id={id} />;
